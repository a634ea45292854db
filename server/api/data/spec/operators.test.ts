import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
let dock: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  dock = fleet.with({ schemas: ['dock'], regularExpressions: true });
});
afterAll(() => fleet.close());

async function ids(query: string): Promise<number[]> {
  const encoded = query
    .split('&')
    .map((part) => part.split('=').map(encodeURIComponent).join('='))
    .join('&');
  const answer = await dock.ask(`/berths?select=id&order=id&${encoded}`);
  expect(answer.status, answer.body).toBe(200);
  return (answer.json as { id: number }[]).map(({ id }) => id);
}

describe('arrays, JSON and ranges', () => {
  test.each([
    ['tags=cs.{deep}', [1, 4]],
    ['tags=cd.{power}', [2, 3]],
    ['tags=ov.{power,other}', [1, 2]],
    ['tags=not.ov.{power}', [3, 4]],
    ['facts=cs.{"depth":{"m":2}}', [2]],
    ['facts=cd.{"depth":{"m":9},"x":1}', [4]],
    ['rent=cs.[120,130)', [1]],
    ['rent=cd.[0,350)', [1, 2]],
    ['rent=ov.[280,600)', [2, 3, 4]],
    ['rent=sl.[250,260)', [1]],
    ['rent=sr.[100,400)', [4]],
    ['rent=nxr.[0,300)', [1, 2]],
    ['rent=nxl.[200,1000)', [2, 3, 4]],
    ['rent=adj.[300,310)', [2]],
    ['or=(tags.cs.{deep,power},rent.adj."[300,310)")', [1, 2]],
    ['or=(tags.cs."{deep}",tags.eq.{})', [1, 3, 4]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });
});

describe('full text', () => {
  test.each([
    ['words=fts.cat', [1, 2]],
    ['words=fts.cat | boat', [1, 2, 4]],
    ['words=fts(english).cats', [1, 2]],
    ['words=fts(simple).cats', []],
    ['words=plfts(english).the noisy cats', [2]],
    ['words=phfts(english).quiet corner', [1]],
    ['words=wfts(english).cats -noisy', [1]],
    ['words=not.fts(english).cats', [3, 4]],
    ['notes=fts(english).cat', [1, 2]],
    ['facts=plfts(simple).16A', [1]],
    ['or=(words.plfts(english).boats,id.eq.3)', [3, 4]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('an unknown configuration and a bad query are the client’s mistakes', async () => {
    for (const query of ['words=fts(klingon).x', 'words=fts.%26%26']) {
      expect((await dock.ask(`/berths?${query}`)).status).toBe(400);
    }
  });
});

describe('any, all and patterns', () => {
  test.each([
    ['id=eq(any).{1,3}', [1, 3]],
    ['id=not.eq(any).{1,3}', [2, 4]],
    ['size_m=gt(all).{8,12}', [4]],
    ['size_m=lte(any).{8,12}', [1, 2, 3]],
    ['code=like(any).{A*,*9}', [1, 2, 3]],
    ['code=like(all).{A%,%2}', [2]],
    ['code=ilike(any).{"b1","a3"}', [3, 4]],
    ['code=match.^A[12]$', [1, 2]],
    ['code=imatch.^a[12]$', [1, 2]],
    ['code=match(any).{^B,3$}', [3, 4]],
    ['or=(id.eq(any).{1,2},code.eq.B1)', [1, 2, 4]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('regular expressions are off unless the API is made with them', async () => {
    const answer = await fleet.with({ schemas: ['dock'] }).ask('/berths?code=match.x');
    expect([answer.status, answer.json]).toMatchObject([400, { details: { pgrst: 'PGRST100' } }]);
  });
});

describe('computed fields', () => {
  test('are columns in select, filter and order, but not of *', async () => {
    const answer = await dock.ask('/berths?select=id,label&label=like.A*&order=label.desc');
    expect(answer.json).toEqual([
      { id: 3, label: 'A3@12.0' },
      { id: 2, label: 'A2@12.0' },
      { id: 1, label: 'A1@8.0' },
    ]);
    expect((await dock.ask('/berths?id=eq.1')).body).not.toContain('label');
  });

  test('of what a function returns and of changed rows', async () => {
    expect((await dock.ask('/rpc/big_berths?select=label&id=eq.4')).json).toEqual([{ label: 'B1@20.0' }]);
    const changed = await dock.ask('/berths?id=eq.3&select=label', {
      method: 'PATCH',
      body: { size_m: 13 },
      headers: { prefer: 'return=representation' },
    });
    expect(changed.json).toEqual([{ label: 'A3@13.0' }]);
    await dock.ask('/berths?id=eq.3', { method: 'PATCH', body: { size_m: 12 } });
  });

  test('cannot be written', async () => {
    const answer = await dock.ask('/berths?id=eq.3', { method: 'PATCH', body: { label: 'x' } });
    expect([answer.status, answer.json]).toMatchObject([404, { details: { column: 'label' } }]);
  });
});

describe('aggregates', () => {
  let counting: Fleet;
  beforeAll(() => {
    counting = fleet.with({ schemas: ['dock'], aggregates: true });
  });

  test.each([
    ['count()', [{ count: 4 }]],
    ['n:count()', [{ n: 4 }]],
    ['size_m.sum(),size_m.max()', [{ sum: 52, max: 20 }]],
    [
      'size_m,count()&order=size_m',
      [
        { size_m: 8, count: 1 },
        { size_m: 12, count: 2 },
        { size_m: 20, count: 1 },
      ],
    ],
    ['mean:size_m.avg()::int', [{ mean: 13 }]],
    ['size_m::int.sum()::text', [{ sum: '52' }]],
    ['facts->depth->>m,count()&facts=not.is.null&order=facts->depth->>m', undefined],
    ['sum:facts->depth->>m::numeric.sum()', [{ sum: 14.5 }]],
    ['count', [{ count: 4 }]],
  ])('select=%s', async (query, expected) => {
    const answer = await counting.ask(`/berths?select=${query.replaceAll('>', '%3E')}`);
    if (expected === undefined) expect(answer.status).toBe(400);
    else expect(answer.json, answer.body).toEqual(expected);
  });

  test('are off by default', async () => {
    for (const select of ['count()', 'size_m.sum()', 'count']) {
      const answer = await dock.ask(`/berths?select=${select}`);
      expect([answer.status, answer.json]).toMatchObject([400, { details: { pgrst: 'PGRST123' } }]);
    }
  });
});
