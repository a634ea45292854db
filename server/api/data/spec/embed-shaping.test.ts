import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

const read = async (path: string): Promise<unknown> => (await fleet.ask(path)).json;
const firstThree = '/boats?id=lte.3&order=id&select=id,';

describe('what an embedded resource is asked for', () => {
  test('filters, logic, order, limit and offset apply within each row', async () => {
    expect(await read(`${firstThree}voyages(id)&voyages.cost=gte.10`)).toEqual([
      { id: 1, voyages: [{ id: 1 }, { id: 2 }] },
      { id: 2, voyages: [] },
      { id: 3, voyages: [] },
    ]);
    expect(await read(`${firstThree}voyages(id)&voyages.or=(cost.gt.20,cost.is.null)`)).toEqual([
      { id: 1, voyages: [{ id: 2 }] },
      { id: 2, voyages: [] },
      { id: 3, voyages: [{ id: 5 }] },
    ]);
    expect(await read('/boats?id=eq.1&select=voyages(id)&voyages.not.and=(cost.gt.5,id.lt.2)')).toEqual([
      { voyages: [{ id: 2 }] },
    ]);
    expect(await read('/boats?id=eq.1&select=voyages(id)&voyages.order=cost.desc&voyages.limit=1')).toEqual([
      { voyages: [{ id: 2 }] },
    ]);
    expect(await read('/boats?id=eq.1&select=voyages(id)&voyages.order=id&voyages.offset=1')).toEqual([
      { voyages: [{ id: 2 }] },
    ]);
    expect(await read('/boats?id=eq.1&select=voyages(id)&voyages.log->>wind=eq.4')).toEqual([
      { voyages: [{ id: 1 }] },
    ]);
  });

  test('at any depth, by the path of names in the answer', async () => {
    expect(
      await read(
        '/boats?id=eq.1&select=trips:voyages(id,by:captains(name))&trips.by.name=eq.Ada&trips.order=id',
      ),
    ).toEqual([
      {
        trips: [
          { id: 1, by: { name: 'Ada' } },
          { id: 2, by: null },
        ],
      },
    ]);
  });

  test('!inner keeps the rows that have one; counts say the same', async () => {
    const headers = { prefer: 'count=exact' };
    const answer = await fleet.ask('/boats?select=id,voyages!inner(id)&voyages.cost=gte.10', { headers });
    expect(answer.json).toEqual([{ id: 1, voyages: [{ id: 1 }, { id: 2 }] }]);
    expect(answer.headers['Content-Range']).toBe('0-0/1');
    expect(await read('/boats?select=id,voyages!inner(captains!inner(licences!inner()))&order=id')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
    expect(
      await read('/voyages?select=id,captains!voyages_captain!inner(name)&captains.name=eq.Brin'),
    ).toEqual([{ id: 2, captains: { name: 'Brin' } }]);
    expect(await read('/boats?id=eq.4&select=id,voyages!left(id)')).toEqual([{ id: 4, voyages: [] }]);
  });

  test('is.null and not.is.null on what is embedded, alone and within or', async () => {
    expect(await read('/boats?id=lte.5&select=id,voyages()&voyages=is.null&order=id')).toEqual([
      { id: 4 },
      { id: 5 },
    ]);
    expect(await read('/boats?select=id,v:voyages()&v=not.is.null&v.cost=lt.6')).toEqual([{ id: 2 }]);
    expect(await read('/boats?select=id,voyages()&or=(voyages.not.is.null,id.eq.9)&order=id')).toEqual(
      [1, 2, 3, 9].map((id) => ({ id })),
    );
  });

  test('the rows are ordered by a resource of one row', async () => {
    const ids = async (path: string): Promise<unknown> =>
      ((await read(path)) as { id: number }[]).map(({ id }) => id);
    expect(await ids('/voyages?select=id,captains(name)&order=captains(name).desc.nullslast,id')).toEqual([
      2, 1, 3, 5,
    ]);
    expect(await ids('/voyages?select=id,boats()&order=boats(length_m).asc,id.desc&limit=2')).toEqual([2, 1]);
  });

  test('a spread of one row gives columns, of several rows arrays', async () => {
    expect(
      await read('/voyages?id=eq.2&select=id,...boats(boat:name),...captains(name,...licences(class))'),
    ).toEqual([{ id: 2, boat: 'Albatross 1', name: 'Brin', class: 'mate' }]);
    expect(await read('/voyages?id=eq.5&select=id,...captains(name,licences(class))')).toEqual([
      { id: 5, name: null, licences: null },
    ]);
    expect(await read(`${firstThree}...voyages(trips:id,...captains(name))&voyages.order=id.desc`)).toEqual([
      { id: 1, trips: [2, 1], name: ['Brin', 'Ada'] },
      { id: 2, trips: [3], name: ['Ada'] },
      { id: 3, trips: [5], name: [null] },
    ]);
    expect(await read('/boats?id=eq.4&select=...voyages(id)')).toEqual([{ id: [] }]);
  });

  test('an embedded resource takes the place of a column of its name', async () => {
    expect(await read('/crews?boat_id=eq.2&select=*,captain_id:captains(name)')).toEqual([
      { boat_id: 2, captain_id: { name: 'Ada' } },
    ]);
  });

  test('aggregates within', async () => {
    const counting = fleet.with({ aggregates: true });
    const answer = await counting.ask(`${firstThree}voyages(count(),cost.sum(),by:captains(name))`);
    expect(answer.json).toEqual([
      {
        id: 1,
        voyages: [
          { count: 1, sum: 10, by: { name: 'Ada' } },
          { count: 1, sum: 30, by: { name: 'Brin' } },
        ],
      },
      { id: 2, voyages: [{ count: 1, sum: 5, by: { name: 'Ada' } }] },
      { id: 3, voyages: [{ count: 1, sum: null, by: null }] },
    ]);
    const hoisted = await counting.ask(
      '/voyages?select=captain_id,...boats(length_m.max())&order=captain_id',
    );
    expect(hoisted.json).toEqual([
      { captain_id: 1, max: 7 },
      { captain_id: 2, max: 5.5 },
      { captain_id: null, max: 8.5 },
    ]);
    expect((await fleet.ask('/boats?select=voyages(count())')).status).toBe(400);
  });

  test('other formats: one object, CSV, HEAD, counts that are planned', async () => {
    const object = await fleet.ask('/boats?id=eq.2&select=voyages(id)', {
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(object.json).toEqual({ voyages: [{ id: 3 }] });
    const csv = await fleet.ask('/voyages?id=eq.1&select=id,captains(name),...boats(boat:name)', {
      headers: { accept: 'text/csv' },
    });
    expect(csv.body).toBe('id,captains,boat\n1,"{""name"":""Ada""}","Albatross 1"');
    for (const prefer of ['count=planned', 'count=estimated']) {
      const counted = await fleet.ask('/boats?select=id,voyages!inner(id)', { headers: { prefer } });
      expect(counted.headers['Content-Range']).toMatch(/^0-2\/\d+$/);
    }
    expect((await fleet.ask('/boats?select=voyages(id)', { method: 'HEAD' })).status).toBe(200);
  });

  test('the cap on rows holds within', async () => {
    const capped = fleet.with({ maxRows: 1 });
    expect((await capped.ask('/boats?id=eq.1&select=voyages(id)&voyages.order=id')).json).toEqual([
      { voyages: [{ id: 1 }] },
    ]);
  });
});

describe('after a change', () => {
  const headers = { prefer: 'return=representation, tx=rollback' };
  const ask = (path: string, method: string, body?: unknown) =>
    fleet.with({ testMode: { anonymousRole: 'web_user' } }).ask(path, { method, body, headers });

  test('POST, PATCH and DELETE show what belongs to the changed rows', async () => {
    const created = await ask('/voyages?select=id,boats(name),captains(licences(class))', 'POST', {
      id: 9,
      boat_id: 3,
      captain_id: 2,
    });
    expect(created.status).toBe(201);
    expect(created.json).toEqual([
      { id: 9, boats: { name: 'Cormorant 3' }, captains: { licences: { class: 'mate' } } },
    ]);
    const changed = await ask('/voyages?id=eq.1&select=id,...captains(name),route_km', 'PATCH', {
      captain_id: 2,
    });
    expect(changed.json).toEqual([{ id: 1, name: 'Brin', route_km: 100 }]);
    const removed = await ask('/voyages?id=eq.3&select=id,boats(id)&boats.id=eq.7', 'DELETE');
    expect(removed.json).toEqual([{ id: 3, boats: null }]);
    expect(await read('/voyages?select=id&order=id')).toEqual([1, 2, 3, 5].map((id) => ({ id })));
  });

  test('without a representation nothing is embedded', async () => {
    const answer = await fleet
      .with({ testMode: { anonymousRole: 'web_user' } })
      .ask('/voyages?id=eq.1&select=id,boats(id)&boats.id=eq.7', {
        method: 'PATCH',
        body: { cost: 11 },
        headers: { prefer: 'tx=rollback' },
      });
    expect(answer.status).toBe(204);
  });
});
