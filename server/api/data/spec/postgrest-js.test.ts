import { PostgrestClient } from '@supabase/postgrest-js';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiError } from '#contract/errors.ts';
import { dataApiPlugin } from '../fastify-plugin.ts';
import { openTestDatabase } from '#testing/database.ts';
import { ANN, BOB, Fleet } from './fleet.ts';

/** The public client against the API behind Fastify on a real socket. */
let fleet: Fleet;
let app: FastifyInstance;
let url: string;
let client: ReturnType<typeof connect>;

function connect(to: string) {
  return new PostgrestClient(to, { headers: { Authorization: 'Bearer ann' }, schema: 'demo' });
}

beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  app = fastify();
  app.get('/api/health', () => ({ isBesides: true }));
  await app.register(dataApiPlugin, {
    prefix: '/api',
    api: fleet.api,
    maxBodyBytes: 2_000,
    authenticate: ({ headers }) => {
      if (headers.authorization === undefined) return Promise.resolve(null);
      if (headers.authorization === 'Bearer ann') return Promise.resolve(ANN);
      if (headers.authorization === 'Bearer bob') return Promise.resolve(BOB);
      return Promise.reject(new ApiError('unauthenticated', 'Unknown token'));
    },
  });
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/api`;
  client = connect(url);
});
afterAll(async () => {
  await app.close();
  await fleet.close();
});

const boats = () => client.from('boats').select('id').order('id');
const ids = async (
  query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>,
): Promise<number[] | undefined> => {
  const { data, error } = await query;
  expect(error).toBeNull();
  return data?.map((row) => row.id);
};

describe('filters', () => {
  test('every operator of P0', async () => {
    expect(await ids(boats().eq('id', 3))).toEqual([3]);
    expect(await ids(boats().neq('id', 3).lt('id', 5))).toEqual([1, 2, 4]);
    expect(await ids(boats().gt('id', 14))).toEqual([15]);
    expect(await ids(boats().gte('id', 14))).toEqual([14, 15]);
    expect(await ids(boats().lt('id', 2))).toEqual([1]);
    expect(await ids(boats().lte('id', 2))).toEqual([1, 2]);
    expect(await ids(boats().gte('length_m', 6).lte('length_m', 8.5))).toEqual([2, 3]);
    expect(await ids(boats().like('name', '%Beluga%'))).toEqual([2, 7, 12]);
    expect(await ids(boats().ilike('name', '*beluga*'))).toEqual([2, 7, 12]);
    expect(await ids(boats().is('crew', null))).toEqual([5, 10, 15]);
    expect(await ids(boats().is('is_afloat', true))).toEqual([1, 4, 7, 10, 13]);
    expect(await ids(boats().in('id', [1, 2, 99]))).toEqual([1, 2]);
    expect(await ids(boats().in('id', []))).toEqual([]);
    expect(await ids(boats().notIn('id', [1, 2]).lte('id', 4))).toEqual([3, 4]);
    expect(await ids(boats().not('id', 'gt', 2))).toEqual([1, 2]);
    expect(await ids(boats().not('id', 'in', '(1,2,3)').lt('id', 6))).toEqual([4, 5]);
    expect(await ids(boats().isDistinct('crew', 1).lte('id', 3))).toEqual([2, 3]);
    expect(await ids(boats().or('id.eq.2,and(id.gt.13,id.lt.15)'))).toEqual([2, 14]);
    expect(await ids(boats().filter('name', 'in', '("Beluga 2","Egret 5")'))).toEqual([2, 5]);
    expect(await ids(boats().match({ id: 4, name: 'Dolphin 4' }))).toEqual([4]);
  });

  test('values that need quoting', async () => {
    const texts = () => client.from('texts').select('id').order('id');
    const values = [
      'a,b',
      'q"x',
      'back\\slash',
      '(paren)',
      'semi;colon',
      '$1',
      "it's",
      'a+b c',
      'two\nlines',
      '100%',
    ];
    for (const value of values) expect((await texts().eq('body', value)).data).toHaveLength(1);
    expect(await ids(texts().in('body', ['a,b', '(paren)', "it's", 'a+b c']))).toEqual([1, 4, 7, 10]);
  });
});

describe('shaping', () => {
  test('alias, order, limit, range and counts', async () => {
    const { data } = await client
      .from('boats')
      .select('nr:id, name')
      .order('crew', { nullsFirst: true, ascending: false })
      .order('id')
      .limit(2);
    expect(data).toEqual([
      { nr: 5, name: 'Egret 5' },
      { nr: 10, name: 'Egret 10' },
    ]);
    const counted = await client.from('boats').select('id', { count: 'exact' }).order('id').range(3, 5);
    expect([counted.status, counted.count, counted.data]).toEqual([
      206,
      15,
      [{ id: 4 }, { id: 5 }, { id: 6 }],
    ]);
    const head = await client.from('boats').select('*', { count: 'exact', head: true });
    expect([head.count, head.data]).toEqual([15, null]);
    expect((await client.from('boats').select('id', { count: 'estimated' }).limit(1)).count).toBe(15);
    expect((await client.from('boats').select('id', { count: 'planned' }).limit(1)).count).toBeGreaterThan(0);
  });

  test('single, maybeSingle and csv', async () => {
    expect((await boats().eq('id', 1).single()).data).toEqual({ id: 1 });
    const none = await boats().eq('id', 99).single();
    expect([none.status, none.error?.code]).toEqual([406, 'validation_failed']);
    const maybe = await boats().eq('id', 99).maybeSingle();
    expect([maybe.data, maybe.error]).toEqual([null, null]);
    expect((await boats().lte('id', 2).csv()).data).toBe('id\n1\n2');
  });
});

describe('writes and calls', () => {
  test('update', async () => {
    const silent = await client.from('boats').update({ crew: 4 }).eq('id', 9);
    expect([silent.status, silent.data, silent.error]).toEqual([204, null, null]);
    const shown = await client
      .from('boats')
      .update({ crew: 5 }, { count: 'exact' })
      .in('id', [9, 10])
      .select('id,crew');
    expect([shown.status, shown.count]).toEqual([200, 2]);
    expect(shown.data).toEqual(
      expect.arrayContaining([
        { id: 9, crew: 5 },
        { id: 10, crew: 5 },
      ]),
    );
    expect((await client.from('boats').update({ crew: 6 }).eq('id', 9).select('crew').single()).data).toEqual(
      { crew: 6 },
    );
  });

  test('rpc', async () => {
    expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await client.rpc('add', { a: 1 }, { get: true })).data).toBe(11);
    expect((await client.rpc('echo', { p_list: [1, 2] }, { get: true })).data).toMatchObject({
      list: [1, 2],
    });
    const rows = await client
      .rpc('boats_longer', { p_min: 20 }, { count: 'exact' })
      .select('id')
      .gt('id', 13)
      .order('id', { ascending: false });
    expect([rows.count, rows.data]).toEqual([2, [{ id: 15 }, { id: 14 }]]);
    expect((await client.rpc('do_nothing')).status).toBe(204);
    const head = await client.rpc('crews', undefined, { head: true, count: 'exact' });
    expect([head.count, head.data]).toEqual([15, null]);
  });

  test('errors arrive as the contract has them', async () => {
    const { error, status } = await client.from('boats').update({ name: 'Egret 10' }).eq('id', 1);
    expect([status, error]).toMatchObject([409, { code: 'conflict', details: { pgcode: '23505' } }]);
    expect((await client.from('nothing').select()).status).toBe(404);
  });
});

describe('the plugin', () => {
  const get = (
    path: string,
    headers: Record<string, string> = { authorization: 'Bearer ann' },
    init: RequestInit = {},
  ) => fetch(`${url}${path}`, { headers, ...init });

  test('leaves other routes alone', async () => {
    expect(await (await get('/health')).json()).toEqual({ isBesides: true });
  });

  test('a token of nobody, and none', async () => {
    for (const headers of [{ authorization: 'Bearer x' }, {}]) {
      const answer = await get('/boats', headers);
      expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
      expect(answer.headers.get('x-request-id')).toMatch(/./);
    }
    expect(await (await get('/boats?select=id&id=eq.1', { authorization: 'Bearer bob' })).json()).toEqual([]);
  });

  test('Range over the wire', async () => {
    const answer = await get('/boats?order=id&select=id', {
      authorization: 'Bearer ann',
      'range-unit': 'items',
      range: '0-1',
      prefer: 'count=exact',
    });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, '0-1/15']);
    expect(await answer.json()).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('a repeated key and + reach the parser as sent', async () => {
    const texts = await (await get('/texts?select=id&body=eq.a%2Bb+c&id=gt.9&id=lt.11')).json();
    expect(texts).toEqual([{ id: 10 }]);
  });

  test('a body that is too large names the limit', async () => {
    const init = { method: 'POST', body: JSON.stringify({ parts: ['x'.repeat(2_000)] }) };
    const answer = await get(
      '/rpc/joined',
      { authorization: 'Bearer ann', 'content-type': 'application/json' },
      init,
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        code: 'validation_failed',
        message: expect.stringContaining('2000 bytes') as string,
        details: { limit: 'maxBodyBytes', max: 2_000 },
      },
    ]);
  });

  test('HEAD and OPTIONS', async () => {
    const head = await get('/boats', undefined, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('content-range')]).toEqual([200, '', '0-14/*']);
    const options = await get('/boats', undefined, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'OPTIONS, GET, HEAD, PATCH']);
  });
});
