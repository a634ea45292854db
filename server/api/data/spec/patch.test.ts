import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { BOB, Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

const shown = { prefer: 'return=representation' };

function patch(query: string, body: unknown, headers: Record<string, string> = {}) {
  return fleet.ask(`/boats?${query}`, { method: 'PATCH', body, headers });
}

describe('answers', () => {
  test('return=representation shows the changed rows', async () => {
    const answer = await patch('id=eq.1&select=id,people:crew', { crew: 7 }, shown);
    expect([answer.status, answer.body]).toEqual([200, '[{"id":1,"people":7}]']);
    expect(answer.headers).toMatchObject({
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Range': '0-0/*',
      'Preference-Applied': 'return=representation',
    });
  });

  test.each([undefined, 'return=minimal', 'return=headers-only'])('%s is 204', async (prefer) => {
    const answer = await patch('id=in.(2,3)', { crew: 8 }, prefer === undefined ? {} : { prefer });
    expect([answer.status, answer.body, answer.headers['Content-Range']]).toEqual([204, '', '0-1/*']);
    expect(answer.headers['Preference-Applied']).toBe(prefer);
    expect((await fleet.ask('/boats?select=crew&id=in.(2,3)')).json).toEqual([{ crew: 8 }, { crew: 8 }]);
  });

  test('no row is no error', async () => {
    const answer = await patch('id=eq.999', { crew: 1 }, { prefer: 'return=representation, count=exact' });
    expect([answer.status, answer.body, answer.headers['Content-Range']]).toEqual([200, '[]', '*/0']);
    expect(answer.headers['Preference-Applied']).toBe('return=representation, count=exact');
  });

  test('an empty body changes nothing', async () => {
    expect(await patch('id=eq.1', {})).toMatchObject({ status: 204 });
    expect(await patch('id=eq.1', {}, shown)).toMatchObject({ status: 200, body: '[]' });
  });

  test('values keep their types', async () => {
    const body = { name: `O'Neill "\\$1; --`, length_m: 12.5, crew: null, note: { a: [1, { b: null }] } };
    const answer = await patch('id=eq.4&select=name,length_m,crew,note', body, shown);
    expect(answer.json).toEqual([body]);
  });

  test('one object or nothing', async () => {
    const accept = { accept: 'application/vnd.pgrst.object+json', ...shown };
    expect((await patch('id=eq.6&select=crew', { crew: 3 }, accept)).body).toBe('{"crew":3}');
    const two = await patch('id=in.(6,7)', { crew: 99 }, accept);
    expect([two.status, two.json]).toMatchObject([406, { details: { pgrst: 'PGRST116' } }]);
    expect((await fleet.ask('/boats?crew=eq.99')).json).toEqual([]);
  });
});

describe('refusals', () => {
  test('a column that the role may not write, does not see, or that is not there, is 404', async () => {
    for (const column of ['id', 'secret', 'nothing']) {
      const answer = await patch('id=eq.1', { [column]: 'x' });
      expect([answer.status, answer.json]).toMatchObject([
        404,
        { code: 'not_found', details: { pgrst: 'PGRST204', column } },
      ]);
    }
  });

  test('without the right to update is 403', async () => {
    const answer = await fleet.ask('/ports?code=eq.A', { method: 'PATCH', body: { title: 'x' } });
    expect([answer.status, answer.json]).toMatchObject([
      403,
      { code: 'forbidden', details: { pgcode: '42501' } },
    ]);
  });

  test('rules of the data, without names of what stands behind', async () => {
    const taken = await patch('id=eq.8', { name: 'Dolphin 9' });
    expect([taken.status, taken.json]).toEqual([
      409,
      {
        code: 'conflict',
        message: 'A record with these values exists already.',
        details: { pgcode: '23505' },
        hint: null,
      },
    ]);
    expect(await patch('id=eq.8', { name: null })).toMatchObject({
      status: 400,
      json: { details: { pgcode: '23502' } },
    });
    expect(await patch('id=eq.8', { length_m: 0 })).toMatchObject({
      status: 400,
      json: { details: { pgcode: '23514' } },
    });
    expect(await patch('id=eq.8', { crew: 'x' })).toMatchObject({
      status: 400,
      json: { details: { pgcode: '22P02' } },
    });
    expect(await patch('id=eq.8', { crew: 1e300 })).toMatchObject({ status: 400 });
    expect(await patch('id=eq.8', { name: '\u0000' })).toMatchObject({
      status: 400,
      json: { code: 'validation_failed' },
    });
  });

  test.each(['limit=1', 'offset=1', 'limit=1&order=id'])(
    '%s needs an order, and a key to go by',
    async (query) => {
      expect(await patch(query, { crew: 1 })).toMatchObject({
        status: 400,
        json: { details: { pgrst: 'PGRST109' } },
      });
    },
  );

  test('a list of changes', async () => {
    expect((await patch('id=eq.1', [{ crew: 1 }, { crew: 2 }])).status).toBe(400);
    expect((await patch('id=eq.1', [{ crew: 1 }])).status).toBe(204);
  });
});

test('row-level security bounds what is changed', async () => {
  const answer = await patch('id=gte.1', { crew: 5 }, { prefer: 'return=minimal, count=exact' });
  expect(answer.headers['Content-Range']).toBe('0-14/15');
  expect((await fleet.ask('/boats?crew=eq.5', { as: BOB })).json).toEqual([]);
});

test('tx=rollback is honoured in test mode only', async () => {
  const headers = { prefer: 'tx=rollback, return=representation' };
  const request = { method: 'PATCH', body: { crew: 77 }, headers };
  const rolledBack = await fleet
    .with({ testMode: { anonymousRole: 'web_user' } })
    .ask('/boats?id=eq.1&select=crew', request);
  expect(rolledBack.json).toEqual([{ crew: 77 }]);
  expect(rolledBack.headers['Preference-Applied']).toBe('return=representation, tx=rollback');
  expect((await fleet.ask('/boats?id=eq.1&select=crew')).json).not.toEqual([{ crew: 77 }]);
  const kept = await fleet.ask('/boats?id=eq.1&select=crew', request);
  expect(kept.headers['Preference-Applied']).toBe('return=representation');
  expect((await fleet.ask('/boats?id=eq.1&select=crew')).json).toEqual([{ crew: 77 }]);
});
