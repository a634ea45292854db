import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ApiError } from '#contract/errors.ts';
import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

describe('arguments', () => {
  test('by name in the body, defaults left out', async () => {
    expect((await fleet.call('add', { a: 1, b: 2 })).body).toBe('3');
    expect((await fleet.call('add', { a: 1 })).body).toBe('11');
    expect((await fleet.call('add', { a: '5', b: null })).body).toBe('null');
  });

  test('by name in the query string of GET', async () => {
    expect((await fleet.ask('/rpc/add?a=1&b=2')).body).toBe('3');
    expect((await fleet.ask('/rpc/add?a=-1')).body).toBe('9');
    expect((await fleet.ask('/rpc/add?a=1', { method: 'HEAD' })).status).toBe(200);
  });

  test('JSON, lists, enums and variadic ones', async () => {
    const body = { p_json: { a: [1, null] }, p_list: [1, 2], p_mood: 'calm' };
    expect((await fleet.call('echo', body)).json).toEqual({
      json: { a: [1, null] },
      list: [1, 2],
      mood: 'calm',
    });
    const query = await fleet.ask('/rpc/echo?p_json={"a":1}&p_list={3,4}&p_mood=busy');
    expect(query.json).toEqual({ json: { a: 1 }, list: [3, 4], mood: 'busy' });
    expect((await fleet.call('joined', { parts: ['a', 'b"c'] })).json).toBe('a-b"c');
    expect((await fleet.ask('/rpc/joined?parts=a&parts=b,c')).json).toBe('a-b,c');
    expect((await fleet.call('joined', { parts: [] })).json).toBe('');
  });

  test('no body at all calls without arguments', async () => {
    expect((await fleet.ask('/rpc/nothing', { method: 'POST' })).body).toBe('null');
  });

  test('an argument whose value looks like a filter is an argument where no column has that name', async () => {
    expect((await fleet.ask('/rpc/joined?parts=eq.1&parts=in.(2)')).json).toBe('eq.1-in.(2)');
  });

  test.each([
    ['add', {}],
    ['add', { a: 1, c: 2 }],
    ['joined', {}],
    ['no_such', {}],
    ['hidden_fn', {}],
  ])('%s %j is 404', async (name, args) => {
    const answer = await fleet.call(name, args);
    expect([answer.status, answer.json]).toMatchObject([
      404,
      { code: 'not_found', details: { pgrst: 'PGRST202' } },
    ]);
  });

  test('an ambiguous overload is 300', async () => {
    const answer = await fleet.call('over', { a: 1 });
    expect(answer.status).toBe(300);
    expect(answer.json).toMatchObject({
      details: {
        pgrst: 'PGRST203',
        candidates: expect.arrayContaining(['over(a integer, b integer (optional))']) as string[],
      },
    });
    expect((await fleet.call('over', { a: 1, b: 2 })).json).toBe(3);
    expect((await fleet.call('over', { a: 1, c: 'z' })).json).toBe('1z');
  });

  test.each([
    ['[1]', 'PGRST102'],
    ['"text"', 'PGRST102'],
    ['{', 'PGRST102'],
    ['null', 'PGRST102'],
  ])('the body %s is refused', async (body, pgrst) => {
    const answer = await fleet.call('add', body);
    expect([answer.status, answer.json]).toMatchObject([400, { details: { pgrst } }]);
  });

  test('only JSON bodies', async () => {
    const answer = await fleet.call('add', 'a=1', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.json]).toMatchObject([400, { details: { pgrst: 'PGRST102' } }]);
    const json = await fleet.call(
      'add',
      { a: 1 },
      { headers: { 'content-type': 'application/json; charset=utf-8' } },
    );
    expect(json.status).toBe(200);
  });

  test('PATCH, PUT and DELETE are 405', async () => {
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      const answer = await fleet.ask('/rpc/add', { method, body: { a: 1 } });
      expect([answer.status, answer.json]).toMatchObject([405, { details: { pgrst: 'PGRST101' } }]);
    }
  });
});

describe('results', () => {
  test('void is 204', async () => {
    const answer = await fleet.call('do_nothing');
    expect([answer.status, answer.body]).toEqual([204, '']);
  });

  test('rows take select, filters, order and limit', async () => {
    const answer = await fleet.ask('/rpc/boats_longer?p_min=20&select=nr:id&id=lt.15&order=id.desc&limit=2', {
      headers: { prefer: 'count=exact' },
    });
    expect([answer.status, answer.json, answer.headers['Content-Range']]).toEqual([
      206,
      [{ nr: 14 }, { nr: 13 }],
      '0-1/4',
    ]);
    const posted = await fleet.ask('/rpc/boats_longer?select=id&or=(id.eq.12,id.eq.15)&order=id', {
      method: 'POST',
      body: { p_min: 0 },
    });
    expect(posted.json).toEqual([{ id: 12 }, { id: 15 }]);
  });

  test('a table, a table of one column, bare values, one row, out arguments', async () => {
    expect((await fleet.ask('/rpc/crews?crew=is.null&limit=1')).json).toEqual([
      { name: 'Egret 5', crew: null },
    ]);
    expect((await fleet.ask('/rpc/names?limit=1')).json).toEqual([{ name: 'Albatross 1' }]);
    expect((await fleet.ask('/rpc/numbers?p_to=3')).json).toEqual([1, 2, 3]);
    expect((await fleet.ask('/rpc/numbers?p_to=9&limit=2&offset=3')).json).toEqual([4, 5]);
    expect((await fleet.ask('/rpc/one_boat?p_id=2&select=id,name')).json).toEqual({
      id: 2,
      name: 'Beluga 2',
    });
    expect((await fleet.call('divide', { a: 7, b: 2 })).json).toEqual({ quotient: 3, rest: 1 });
  });

  test('one object, and CSV', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' };
    expect((await fleet.ask('/rpc/names?limit=1', { headers: object })).json).toEqual({
      name: 'Albatross 1',
    });
    expect((await fleet.ask('/rpc/names', { headers: object })).status).toBe(406);
    expect((await fleet.ask('/rpc/add?a=1', { headers: object })).body).toBe('11');
    const csv = await fleet.ask('/rpc/crews?limit=2', { headers: { accept: 'text/csv' } });
    expect(csv.body).toBe('name,crew\n"Albatross 1",1\n"Beluga 2",2');
    expect((await fleet.ask('/rpc/add?a=1', { headers: { accept: 'text/csv' } })).status).toBe(406);
  });

  test('a bare value takes no filters', async () => {
    expect((await fleet.ask('/rpc/add?select=x', { method: 'POST', body: { a: 1 } })).status).toBe(400);
    expect((await fleet.ask('/rpc/add?x=eq.1', { method: 'POST', body: { a: 1 } })).status).toBe(400);
  });
});

describe('functions that change data', () => {
  async function visits(): Promise<unknown> {
    return (await fleet.ask('/rpc/visits')).json;
  }

  test('POST changes, GET is 405 and changes nothing', async () => {
    const before = await visits();
    expect((await fleet.call('visit', { p_port: 'A' })).status).toBe(200);
    expect(await visits()).toBe(Number(before) + 1);
    const read = await fleet.ask('/rpc/visit?p_port=A');
    expect([read.status, read.json]).toMatchObject([405, { details: { pgcode: '25006' } }]);
    expect(read.headers['Allow']).toContain('POST');
    expect(await visits()).toBe(Number(before) + 1);
  });

  test('runs once, and runs even when no row of it is wanted', async () => {
    const before = Number(await visits());
    const headers = { prefer: 'count=exact' };
    const answer = await fleet.ask('/rpc/visit_many?limit=0', {
      method: 'POST',
      body: { p_ports: ['a', 'b'] },
      headers,
    });
    expect([answer.status, answer.headers['Content-Range']]).toEqual([206, '*/2']);
    expect(await visits()).toBe(before + 2);
    await fleet.ask('/rpc/visit_many?limit=0', { method: 'POST', body: { p_ports: ['c'] } });
    expect(await visits()).toBe(before + 3);
  });

  test('an answer that is refused afterwards undoes the change', async () => {
    const before = await visits();
    const object = await fleet.ask('/rpc/visit_many', {
      method: 'POST',
      body: { p_ports: ['a', 'b'] },
      headers: { accept: 'application/vnd.pgrst.object+json' },
    });
    expect(object.status).toBe(406);
    const range = await fleet.ask('/rpc/visit_many?offset=5', {
      method: 'POST',
      body: { p_ports: ['a', 'b'] },
      headers: { prefer: 'count=exact' },
    });
    expect(range.status).toBe(416);
    expect(await visits()).toBe(before);
  });
});

describe('hooks', () => {
  const names: string[] = [];
  let hooked: Fleet;
  beforeAll(() => {
    hooked = fleet.with({
      rpcHooks: {
        add: {
          before: (args, { requestId, identity }) => {
            names.push(`${requestId} ${String(identity.claims['sub'])}`);
            return Promise.resolve({ args: { ...args, b: 100 } });
          },
          after: (result) => Promise.resolve({ sum: result }),
        },
        mint: { before: (args) => Promise.resolve({ answer: { token: `for ${String(args['p_for'])}` } }) },
        visit: {
          before: () =>
            Promise.reject(new ApiError('rate_limited', 'Slow down', { headers: { 'Retry-After': '3' } })),
        },
        numbers: { after: () => Promise.resolve(undefined) },
      },
    });
  });

  test('change arguments and result', async () => {
    expect((await hooked.call('add', { a: 1 })).json).toEqual({ sum: 101 });
    expect(names).toEqual(['request-1 ann']);
  });

  test('answer without the database, for names it need not know', async () => {
    expect((await hooked.call('mint', { p_for: 'x' })).json).toEqual({ token: 'for x' });
    expect((await hooked.call('mint', {}, { as: null })).status).toBe(401);
  });

  test('refuse, with headers', async () => {
    const answer = await hooked.call('visit', { p_port: 'A' });
    expect([answer.status, answer.headers['Retry-After']]).toEqual([429, '3']);
  });

  test('undefined keeps the text of the database', async () => {
    expect((await hooked.call('numbers', { p_to: 2 })).body).toBe('[1, 2]');
  });

  test('GET does not slip past a hook', async () => {
    expect((await hooked.ask('/rpc/add?a=1')).status).toBe(405);
    expect((await hooked.ask('/rpc/%61dd?a=1')).status).toBe(405);
  });
});

test('the transaction knows the request, without its secrets', async () => {
  const headers = {
    authorization: 'Bearer secret',
    cookie: 'secret',
    'x-api-key': 'secret',
    'user-agent': 'test',
  };
  const answer = await fleet.ask('/rpc/settings', { headers });
  expect(answer.json).toEqual({
    method: 'GET',
    path: '/rpc/settings',
    headers: { 'user-agent': 'test' },
    claims: { sub: 'ann', role: 'web_user' },
    search_path: expect.stringContaining('demo') as string,
    role: 'web_user',
    read_only: 'on',
  });
  // STABLE runs read only under POST as well.
  expect((await fleet.call('settings')).json).toMatchObject({ method: 'POST', read_only: 'on' });
});
