import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { ANN, BOB, Fleet, WORKER, type Answer } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

interface ErrorBody {
  readonly message: string;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}
const errorOf = ({ json }: Answer): ErrorBody => json as ErrorBody;

describe('who sees what', () => {
  test('row-level security holds in what is embedded, in filters by it and in counts', async () => {
    const path = '/harbours?select=code,voyages!voyages_from(id)&voyages.order=id&order=code&limit=1';
    expect((await fleet.ask(path, { as: ANN })).json).toEqual([
      { code: 'A', voyages: [{ id: 1 }, { id: 3 }] },
    ]);
    expect((await fleet.ask(path, { as: BOB })).json).toEqual([{ code: 'A', voyages: [{ id: 4 }] }]);
    const headers = { prefer: 'count=exact' };
    const inner = '/captains?select=name,boats!crews!inner(id)';
    expect((await fleet.ask(inner, { as: BOB, headers })).json).toEqual([
      { name: 'Cole', boats: [{ id: 16 }] },
    ]);
    expect((await fleet.ask(inner, { as: BOB, headers })).headers['Content-Range']).toBe('0-0/1');
    expect(
      (await fleet.ask('/captains?name=eq.Cole&select=name,boats!crews()&boats=not.is.null')).json,
    ).toEqual([]);
  });

  test.each([
    ['a relation without a right', '/boats?select=hidden_voyages(id)', '/boats?select=no_such(id)'],
    ['a table behind the views', '/voyages?select=captains_mentor(id)', '/voyages?select=no_such(id)'],
    [
      'a schema that is not exposed',
      '/boats?select=%22core.voyages%22(id)',
      '/boats?select=%22no.such%22(id)',
    ],
    ['a function without a right', '/boat_cards?select=hidden_way(id)', '/boat_cards?select=no_such(id)'],
    [
      'a function to a relation without a right',
      '/boat_cards?select=hidden_rows(id)',
      '/boat_cards?select=no_such(id)',
    ],
    ['a key whose column is hidden', '/boats?select=repairs(id)', '/boats?select=no_such(id)'],
    ['the same from its other side', '/repairs?select=boats(id)', '/repairs?select=no_such(id)'],
  ])('%s is not found, as what does not exist', async (_name, hidden, missing) => {
    const [a, b] = [await fleet.ask(hidden), await fleet.ask(missing)];
    expect([a.status, errorOf(a).details['pgrst']]).toEqual([400, 'PGRST200']);
    expect([b.status, errorOf(b).details['pgrst']]).toEqual([400, 'PGRST200']);
    const suggested = errorOf(a).hint?.replace(/ instead of .*/, '') ?? '';
    expect(suggested).not.toMatch(/hidden|repairs|core/);
  });

  test.each([
    '/voyages?select=captains(secret)',
    '/voyages?select=captains(no_such)',
    '/voyages?select=captains(name)&captains.secret=eq.classified',
    '/voyages?select=captains(name)&captains.or=(secret.eq.x,name.eq.y)',
    '/voyages?select=captains(name)&captains.order=secret',
    '/voyages?select=captains(name)&order=captains(secret)',
    '/voyages?select=...captains(secret)',
  ])('%s: a hidden column is not found', async (path) => {
    const answer = await fleet.ask(path);
    expect([answer.status, errorOf(answer).details['pgrst']]).toEqual([404, 'PGRST204']);
  });

  test('* within is only what the role may read', async () => {
    const answer = await fleet.ask('/voyages?id=eq.1&select=captains(*)');
    expect(answer.json).toEqual([
      { captains: { loud: 'ADA', name: 'Ada', captain: 1, mentor_id: null, licence_count: 1 } },
    ]);
  });

  test('another role embeds nothing that is not granted to it', async () => {
    expect((await fleet.ask('/voyages?select=boats(id)', { as: WORKER })).status).toBe(404);
  });
});

describe('refusals', () => {
  test('no relationship, with the nearest name', async () => {
    const answer = await fleet.ask('/boats?select=voyage(id)');
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      code: 'validation_failed',
      message: "Could not find a relationship between 'boats' and 'voyage' in the schema cache",
      hint: "Perhaps you meant 'voyages' instead of 'voyage'.",
      details: {
        pgrst: 'PGRST200',
        reason:
          "Searched for a foreign key relationship between 'boats' and 'voyage' in the schema 'demo', but no matches were found.",
      },
    });
    const hinted = await fleet.ask('/boats?select=voyages!nope(id)');
    expect(errorOf(hinted).details['reason']).toContain("'boats' and 'voyages' using the hint 'nope' in");
  });

  test('several relationships, listed', async () => {
    const answer = await fleet.ask('/voyages?select=harbours(title)');
    expect(answer.status).toBe(300);
    expect(errorOf(answer)).toMatchObject({
      message: "Could not embed because more than one relationship was found for 'voyages' and 'harbours'",
      hint: "Try changing 'harbours' to one of the following: 'harbours!voyages_from', 'harbours!voyages_to'. Find the desired relationship in the 'details' key.",
      details: {
        pgrst: 'PGRST201',
        candidates: [
          {
            cardinality: 'many-to-one',
            embedding: 'voyages with harbours',
            relationship: 'voyages_from using voyages(from_code) and harbours(code)',
          },
          {
            cardinality: 'many-to-one',
            embedding: 'voyages with harbours',
            relationship: 'voyages_to using voyages(to_code) and harbours(code)',
          },
        ],
      },
    });
  });

  test.each([
    ['/boats?select=id&voyages.id=eq.1', 400, 'PGRST108'],
    ['/boats?select=id,voyages(id)&voyages.captains.name=eq.x', 400, 'PGRST108'],
    ['/boats?select=id,v:voyages(id)&voyages.order=id', 400, 'PGRST108'],
    ['/boats?select=id&order=voyages(id)', 400, 'PGRST108'],
    ['/boats?select=id,voyages(id)&order=voyages(id)', 400, 'PGRST118'],
    ['/boats?select=id,voyages(id)&voyages=eq.1', 400, 'PGRST120'],
    ['/boats?select=voyages(id),voyages(boat_id)', 400, 'PGRST100'],
    ['/boats?select=voyages!a!b(id)', 400, 'PGRST100'],
    ['/boats?select=voyages!inner!left(id)', 400, 'PGRST100'],
    ['/boats?select=voyages!inner', 400, 'PGRST100'],
    ['/boats?select=...voyages', 400, 'PGRST100'],
    ['/boats?select=voyages(id', 400, 'PGRST100'],
    ['/boats?select=voyages(id))', 400, 'PGRST100'],
    ['/boats?select=voyages(id,)', 400, 'PGRST100'],
    ['/boats?select=voyages(id)&voyages.limit=x', 400, 'PGRST100'],
    ['/boats?select=voyages(id)&voyages.limit=-1', 416, 'PGRST103'],
  ])('%s', async (path, status, pgrst) => {
    const answer = await fleet.ask(path);
    expect([answer.status, errorOf(answer).details['pgrst']]).toEqual([status, pgrst]);
  });

  test('aggregates in a spread of several rows', async () => {
    const answer = await fleet.with({ aggregates: true }).ask('/boats?select=...voyages(count())');
    expect([answer.status, errorOf(answer).details['pgrst']]).toEqual([400, 'PGRST127']);
  });

  test('how much and how deep is bounded', async () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'captain' : `pupils:captains!mentor_id(${nested(depth - 1)})`;
    expect((await fleet.ask(`/captains?select=${nested(5)}`)).status).toBe(200);
    const deep = await fleet.ask(`/captains?select=${nested(6)}`);
    expect(errorOf(deep).details).toMatchObject({ limit: 'maxEmbedDepth', max: 5, value: 6 });
    const wide = Array.from({ length: 21 }, (_, index) => `v${index}:voyages(id)`).join(',');
    expect(errorOf(await fleet.ask(`/boats?select=${wide}`)).details).toMatchObject({
      limit: 'maxEmbeds',
      max: 20,
    });
    const filters = Array.from({ length: 51 }, () => 'voyages.id=gt.0').join('&');
    expect(errorOf(await fleet.ask(`/boats?select=voyages(id)&${filters}`)).details).toMatchObject({
      limit: 'maxFilters',
    });
  });
});
