import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

/** Ids of the rows of a relation under a query string. */
async function ids(query: string, relation = 'boats'): Promise<number[]> {
  const answer = await fleet.ask(`/${relation}?select=id&order=id&${query}`);
  expect(answer.status, answer.body).toBe(200);
  return (answer.json as { id: number }[]).map((row) => row.id);
}

async function refusal(query: string): Promise<unknown> {
  const answer = await fleet.ask(`/boats?${query}`);
  expect(answer.status).toBe(400);
  return answer.json;
}

describe('operators', () => {
  test.each([
    ['id=eq.3', [3]],
    ['id=neq.3&id=lte.4', [1, 2, 4]],
    ['id=gt.13', [14, 15]],
    ['id=gte.14', [14, 15]],
    ['id=lt.3', [1, 2]],
    ['id=lte.2', [1, 2]],
    ['length_m=gte.6&length_m=lte.8.5', [2, 3]],
    ['id=in.(1,3,99)', [1, 3]],
    ['id=in.()', []],
    ['name=like.Beluga*', [2, 7, 12]],
    ['name=like.beluga*', []],
    ['name=ilike.beluga*', [2, 7, 12]],
    ['name=like.*5', [5, 15]],
    ['name=like.%255', [5, 15]],
    ['crew=is.null', [5, 10, 15]],
    ['crew=is.NULL', [5, 10, 15]],
    ['crew=is.not_null&id=gt.12', [13, 14]],
    ['is_afloat=is.true', [1, 4, 7, 10, 13]],
    ['is_afloat=is.false', [2, 5, 8, 11, 14]],
    ['is_afloat=is.unknown', [3, 6, 9, 12, 15]],
    ['crew=isdistinct.1&id=lte.5', [2, 3, 4, 5]],
    ['id=not.eq.3&id=lte.4', [1, 2, 4]],
    ['id=not.in.(1,2,3)&id=lte.5', [4, 5]],
    ['crew=not.is.null&id=gt.12', [13, 14]],
    ['name=not.like.*a*&name=not.ilike.*e*', [4, 9, 14]],
    ['mood=eq.calm&id=lte.4', [2, 4]],
    ['mood=in.(calm,busy)&id=lte.2', [1, 2]],
    ['built=gte.2021-01-01&id=lte.13', [13]],
    ['tags=eq.{sail}&id=lte.4', [2, 4]],
  ])('%s', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  test('match is refused by name where regular expressions are off', async () => {
    for (const operator of ['match', 'imatch', 'match(any)']) {
      expect(await refusal(`name=${operator}.x`)).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining('is not supported') as string,
        details: { pgrst: 'PGRST100', parameter: 'name' },
      });
    }
  });

  test.each([
    'name=x',
    'name=',
    'name',
    'name=foo.bar',
    'id=in.1',
    'id=in.(1',
    'id=in.(1)x',
    'crew=is.maybe',
    'id=eq(some).{1}',
    'id=in(any).{1}',
    'id=neq(any).{1}',
  ])('%s is refused', async (query) => {
    expect(await refusal(query)).toMatchObject({ code: 'validation_failed', details: { pgrst: 'PGRST100' } });
  });

  test('a value that is not of the type, and an operator that does not fit it', async () => {
    expect(await refusal('id=eq.abc')).toEqual({
      code: 'validation_failed',
      message: 'invalid input syntax for type integer',
      details: { pgcode: '22P02' },
      hint: null,
    });
    expect(await refusal('id=in.(null)')).toMatchObject({ details: { pgcode: '22P02' } });
    expect(await refusal('id=eq.99999999999')).toMatchObject({ details: { pgcode: '22003' } });
    expect(await refusal('id=like.1*')).toMatchObject({ details: { pgcode: '42883' } });
    expect(await refusal('name=is.true')).toMatchObject({ details: { pgcode: '42804' } });
  });
});

describe('values', () => {
  test.each([
    ['body=eq.a,b', [1]],
    ['body=eq.q"x', [2]],
    ['body=eq.back\\slash', [3]],
    ['body=eq.(paren)', [4]],
    ['body=eq.semi;colon', [5]],
    ['body=eq.$1', [6]],
    ["body=eq.it's", [7]],
    ['body=eq.', [8]],
    ['body=in.("")', [8]],
    ['body=is.null', [9]],
    ['body=eq.a%2Bb+c', [10]],
    ['body=eq.a%2Bb%20c', [10]],
    ['body=eq.null', [12]],
    ['body=in.(null)', [12]],
    ['body=in.("a,b","q\\"x","back\\\\slash")', [1, 2, 3]],
    ['body=in.("(paren)",semi;colon,$1)', [4, 5, 6]],
    ['body=in.({a},"{a}")', [13]],
    ['body=eq.two%0Alines', [14]],
    ['body=eq.100%25', [15]],
  ])('%s', async (query, expected) => {
    expect(await ids(query, 'texts')).toEqual(expected);
  });

  test('bad escapes and NUL are refused', async () => {
    expect(await refusal('name=eq.%ff')).toMatchObject({ details: { pgrst: 'PGRST100' } });
    expect(await refusal('name=eq.%zz')).toMatchObject({ details: { pgrst: 'PGRST100' } });
    expect(await refusal('name=eq.a%00b')).toMatchObject({ details: { pgrst: 'PGRST100' } });
  });
});

describe('and, or, not', () => {
  test.each([
    ['or=(id.eq.1,id.eq.3)', [1, 3]],
    ['or=(id.eq.1,and(id.gt.2,id.lt.5))', [1, 3, 4]],
    ['or=(id.lt.2,not.and(id.gt.0,id.lt.15))', [1, 15]],
    ['and=(id.gt.2,id.lt.5)', [3, 4]],
    ['not.or=(id.gt.2,id.eq.1)', [2]],
    ['not.and=(id.gt.0,id.lt.15)', [15]],
    ['or=(name.eq."Beluga 2",id.in.(4,5))', [2, 4, 5]],
    ['or=(crew.is.null,id.not.gt.1)', [1, 5, 10, 15]],
    ['or=(tags.eq.{sail},id.eq.1)&id=lte.3', [1, 2]],
    ['or=( id.eq.1 , id.eq.3 )', [1, 3]],
    ['or=(name.like.*t*,id.eq.2)&id=lte.5', [1, 2, 3, 5]],
  ])('%s', async (query, expected) => {
    expect(await ids(query.replaceAll(' ', '%20'))).toEqual(expected);
  });

  test('a quoted value in brackets may hold commas and brackets', async () => {
    expect(await ids('or=(body.eq."a,b",body.eq."(paren)",body.eq."q\\"x")', 'texts')).toEqual([1, 2, 4]);
  });

  test.each(['or=', 'or=()', 'or=(id.eq.1', 'or=(id.eq.1))', 'or=id.eq.1', 'or=(id)', 'and=(or(id.eq.1)'])(
    '%s is refused',
    async (query) => {
      expect(await refusal(query)).toMatchObject({
        code: 'validation_failed',
        details: { pgrst: 'PGRST100' },
      });
    },
  );
});
