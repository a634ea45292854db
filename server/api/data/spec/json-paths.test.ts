import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
let dock: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  dock = fleet.with({ schemas: ['dock'] });
});
afterAll(() => fleet.close());

async function rows(query: string): Promise<unknown> {
  const answer = await dock.ask(`/berths?${query}`);
  expect(answer.status, answer.body).toBe(200);
  return answer.json;
}

describe('select', () => {
  test.each([
    ['facts->depth->m', { m: 3.5 }],
    ['facts->depth->>m', { m: '3.5' }],
    ['facts->power->0', { power: '16A' }],
    ['facts->power->>-1', { power: '32A' }],
    ['facts->"depth"->"tidal"', { tidal: true }],
    ['first:facts->power->>0', { first: '16A' }],
    ['facts->nothing->deeper', { deeper: null }],
    ['tags->0', { tags: 'deep' }],
    ['size_m::text', { size_m: '8.0' }],
    ['size:size_m::int', { size: 8 }],
    ['facts->depth->>m::numeric', { m: 3.5 }],
    ['facts::text', { facts: expect.stringContaining('"tidal": true') as string }],
  ])('%s', async (select, expected) => {
    expect(await rows(`id=eq.1&select=${encodeURIComponent(select)}`)).toEqual([expected]);
  });

  test('text out of JSON is made harmless in CSV', async () => {
    const answer = await dock.ask('/berths?id=eq.1&select=code,d:facts->depth->>m,facts->depth', {
      headers: { accept: 'text/csv' },
    });
    expect(answer.body).toBe('code,d,depth\nA1,3.5,"{""m"": 3.5, ""tidal"": true}"');
  });
});

describe('filter and order', () => {
  test.each([
    ['facts->depth->>m=eq.2', [2]],
    ['facts->depth->m=gte.3.5&order=id', [1, 4]],
    ['facts->power->>0=eq.16A', [1]],
    ['facts->depth->tidal=eq.true', [1]],
    ['facts->>empty=is.null&order=id', [1, 2, 3, 4]],
    ['or=(facts->depth->>m.eq.9,code.eq.A3)&order=id', [3, 4]],
    ['order=facts->depth->m.desc.nullslast', [4, 1, 2, 3]],
    ["facts->>it's=eq.x", []],
  ])('%s', async (query, expected) => {
    const encoded = query
      .split('&')
      .map((part) => part.split('=').map(encodeURIComponent).join('='))
      .join('&');
    expect(((await rows(`select=id&${encoded}`)) as { id: number }[]).map(({ id }) => id)).toEqual(expected);
  });

  test('a path has an end', async () => {
    const answer = await dock.ask(`/berths?select=facts${'->a'.repeat(33)}`);
    expect([answer.status, answer.json]).toMatchObject([400, { details: { pgrst: 'PGRST100' } }]);
  });
});
