import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

const read = async (path: string): Promise<unknown> => (await fleet.ask(path)).json;

describe('by foreign keys, through views', () => {
  test('many to one, by relation, by constraint and by column', async () => {
    const one = '/voyages?id=eq.1&select=';
    expect(await read(`${one}id,boats(name)`)).toEqual([{ id: 1, boats: { name: 'Albatross 1' } }]);
    expect(await read(`${one}harbours!voyages_from(title)`)).toEqual([{ harbours: { title: 'Aberdeen' } }]);
    expect(await read(`${one}harbours!from_code(title)`)).toEqual([{ harbours: { title: 'Aberdeen' } }]);
    expect(await read(`${one}start:harbours!from_code(title),end:harbours!to_code(title)`)).toEqual([
      { start: { title: 'Aberdeen' }, end: { title: 'Bergen' } },
    ]);
    expect(await read('/voyages?id=eq.5&select=captains(name)')).toEqual([{ captains: null }]);
  });

  test('one to many', async () => {
    expect(await read('/boats?id=lte.3&order=id&select=id,voyages(id)&voyages.order=id.desc')).toEqual([
      { id: 1, voyages: [{ id: 2 }, { id: 1 }] },
      { id: 2, voyages: [{ id: 3 }] },
      { id: 3, voyages: [{ id: 5 }] },
    ]);
    expect(await read('/boats?id=eq.4&select=voyages(*)')).toEqual([{ voyages: [] }]);
    expect(await read('/harbours?code=eq.A&select=voyages!voyages_from(id)')).toEqual([
      { voyages: [{ id: 1 }, { id: 3 }] },
    ]);
  });

  test('one to one, from both sides, where the foreign key is unique', async () => {
    expect(await read('/captains?order=captain&limit=3&select=name,licences(class)')).toEqual([
      { name: 'Ada', licences: { class: 'master' } },
      { name: 'Brin', licences: { class: 'mate' } },
      { name: 'Cole', licences: null },
    ]);
    expect(await read('/licences?captain_id=eq.2&select=captains(name)')).toEqual([
      { captains: { name: 'Brin' } },
    ]);
  });

  test('many to many through a junction whose key is the two foreign keys', async () => {
    expect(await read('/boats?id=eq.1&select=captains(name)&captains.order=name')).toEqual([
      { captains: [{ name: 'Ada' }, { name: 'Brin' }] },
    ]);
    expect(await read('/captains?captain=eq.1&select=boats!crews(id)&boats.order=id')).toEqual([
      { boats: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(await read('/boats?id=eq.1&select=crews(captains(name))&crews.order=captain_id')).toEqual([
      { crews: [{ captains: { name: 'Ada' } }, { captains: { name: 'Brin' } }] },
    ]);
  });

  test('a relation with itself: its name leads down, the column up', async () => {
    expect(await read('/captains?captain=eq.1&select=name,captains(name)&captains.order=name')).toEqual([
      { name: 'Ada', captains: [{ name: 'Brin' }, { name: 'Cole' }] },
    ]);
    expect(await read('/captains?captain=eq.4&select=name,mentor:mentor_id(name,mentor_id(name))')).toEqual([
      { name: 'Dee', mentor: { name: 'Brin', mentor_id: { name: 'Ada' } } },
    ]);
    expect(
      await read('/captains?captain=eq.1&select=pupils:captains!mentor_id(name)&pupils.limit=1'),
    ).toEqual([{ pupils: [{ name: 'Brin' }] }]);
  });

  test('a relation with itself: the key has two directions, so its name is no hint', async () => {
    const { status, json } = await fleet.ask('/captains?select=name,captains!captains_mentor(name)');
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain("using the hint 'captains_mentor'");
  });

  test('a view upon a view, renamed columns and a subquery', async () => {
    expect(
      await read(
        '/dear_voyages?order=voyage&select=voyage,captains!voyages_captain(name,licence_count,licences(class))',
      ),
    ).toEqual([
      { voyage: 1, captains: { name: 'Ada', licence_count: 1, licences: { class: 'master' } } },
      { voyage: 2, captains: { name: 'Brin', licence_count: 1, licences: { class: 'mate' } } },
    ]);
  });

  test('names that need quotes', async () => {
    const quoted = encodeURIComponent('"odd, (parts)"("id")');
    expect(await read(`/${encodeURIComponent('odd "ships"')}?select=a:%22a.b%22,${quoted}`)).toEqual([
      { a: 'it\'s "$1"', 'odd, (parts)': [{ id: 1 }] },
    ]);
    const path = `/${encodeURIComponent('odd, (parts)')}?order=id&select=id,ship:`;
    const ship = '"odd \\"ships\\""("a.b")';
    const one = [
      { id: 1, ship: { 'a.b': 'it\'s "$1"' } },
      { id: 2, ship: null },
    ];
    expect(await read(`${path}${encodeURIComponent(ship)}`)).toEqual(one);
    const hinted = '"odd \\"ships\\""!"fk \\"odd\\", !x"("a.b")';
    expect(await read(`${path}${encodeURIComponent(hinted)}`)).toEqual(one);
  });
});

describe('by functions over the row', () => {
  test('several rows, one row, and their own relationships and computed fields', async () => {
    expect(
      await read(
        '/boat_cards?id=in.(1,4)&order=id&select=id,voyages_of(id,route_km),first:first_voyage(id)&voyages_of.order=id',
      ),
    ).toEqual([
      {
        id: 1,
        voyages_of: [
          { id: 1, route_km: 100 },
          { id: 2, route_km: 200 },
        ],
        first: { id: 1 },
      },
      { id: 4, voyages_of: [], first: null },
    ]);
    expect(await read('/boat_cards?id=eq.2&select=first_voyage(captains(name))')).toEqual([
      { first_voyage: { captains: { name: 'Ada' } } },
    ]);
  });

  test('not where the role may not read the whole row', async () => {
    expect((await fleet.ask('/boats?select=voyages_of(id)')).status).toBe(400);
  });

  test('from the rows that a function returns', async () => {
    const rows = [
      { id: 1, boats: { name: 'Albatross 1' } },
      { id: 3, boats: { name: 'Beluga 2' } },
    ];
    expect(await read('/rpc/voyages_from?p_code=A&select=id,boats(name)')).toEqual(rows);
    expect(await read('/rpc/voyages_from?p_code=A&select=id,boats!inner(name)&boats.name=like.Bel*')).toEqual(
      rows.slice(1),
    );
    const posted = await fleet.call('voyages_from?select=id,captains(name)&limit=1', { p_code: 'A' });
    expect(posted.json).toEqual([{ id: 1, captains: { name: 'Ada' } }]);
    expect((await fleet.ask('/rpc/crews?select=name,boats(id)')).status).toBe(400);
  });
});
