import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { errorBodySchema } from '#contract/errors.ts';
import { DatabaseError, type Database } from '#server/database/port.ts';
import { toApiError } from '../errors.ts';
import { openTestDatabase } from '#testing/database.ts';
import { Fleet } from './fleet.ts';

let fleet: Fleet;
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
});
afterAll(() => fleet.close());

describe('errors raised by functions', () => {
  function refuse(p_code: string, p_message: unknown, p_detail?: unknown) {
    const text = (value: unknown): unknown => (typeof value === 'string' ? value : JSON.stringify(value));
    return fleet.call('refuse', {
      p_code,
      p_message: text(p_message),
      p_detail: p_detail === undefined ? null : text(p_detail),
    });
  }

  test('SQLSTATE PGRST is answered exactly as raised', async () => {
    const message = {
      code: 'quota_exceeded',
      message: 'No hours left',
      details: { left: 0 },
      hint: 'Buy some',
    };
    const answer = await refuse('PGRST', message, {
      status: 402,
      headers: { 'X-Quota': '0', 'Set-Cookie': 'a=b' },
    });
    expect([answer.status, answer.json]).toEqual([402, message]);
    expect(answer.headers['X-Quota']).toBe('0');
    expect(answer.headers['Set-Cookie']).toBeUndefined();
  });

  test('its details may be JSON as text, as a real PostgREST asks', async () => {
    const answer = await refuse(
      'PGRST',
      { code: 'validation_failed', message: 'Too small', details: '{"needed_gb":80}', hint: null },
      { status: 400, headers: {} },
    );
    expect(answer.json).toMatchObject({ details: { needed_gb: 80 }, hint: null });
    const words = await refuse(
      'PGRST',
      { code: 'conflict', message: 'x', details: 'just words' },
      { status: 409, headers: {} },
    );
    expect([words.status, words.json]).toMatchObject([
      409,
      { code: 'conflict', details: { detail: 'just words' } },
    ]);
  });

  test('a code that is not of the contract becomes the one of its status', async () => {
    const answer = await refuse('PGRST', { code: '12345', message: 'm' }, { status: 409, headers: {} });
    expect([answer.status, answer.json]).toMatchObject([
      409,
      { code: 'conflict', details: { pgcode: '12345' } },
    ]);
  });

  test('what cannot be read is internal', async () => {
    expect(await refuse('PGRST', 'not json', { status: 400 })).toMatchObject({
      status: 500,
      json: { code: 'internal' },
    });
    expect(await refuse('PGRST', { code: 'a', message: 'b' }, 'x')).toMatchObject({ status: 500 });
  });

  test.each([
    ['PT402', 402, 'quota_exceeded'],
    ['PT429', 429, 'rate_limited'],
    ['PT418', 418, 'validation_failed'],
    ['PT502', 502, 'internal'],
    ['P0001', 400, 'validation_failed'],
    ['23505', 409, 'conflict'],
    ['23503', 409, 'conflict'],
    ['23502', 400, 'validation_failed'],
    ['23514', 400, 'validation_failed'],
    ['22023', 400, 'validation_failed'],
    ['42501', 403, 'forbidden'],
    ['42P01', 404, 'not_found'],
    ['42883', 404, 'not_found'],
    ['42601', 400, 'validation_failed'],
    ['57014', 503, 'server_unavailable'],
    ['53300', 503, 'server_unavailable'],
    ['08006', 503, 'server_unavailable'],
    ['40001', 503, 'server_unavailable'],
    ['XX000', 500, 'internal'],
  ])('%s is %i %s', async (sqlstate, status, code) => {
    const answer = await refuse(sqlstate, 'relation "core.hidden" says "value"');
    expect([answer.status, answer.json]).toMatchObject([status, { code, details: { pgcode: sqlstate } }]);
    expect(errorBodySchema.parse(answer.json).code).toBe(code);
    const isMeantForClients = sqlstate.startsWith('P');
    expect(answer.body.includes('hidden')).toBe(isMeantForClients);
    const retryAfter = answer.headers['Retry-After'];
    expect(retryAfter !== undefined).toBe(status === 503 && sqlstate !== '57014');
  });

  test('raise exception carries message, detail and hint', async () => {
    expect((await refuse('P0001', 'Not today', 'closed')).json).toEqual({
      code: 'validation_failed',
      message: 'Not today',
      details: { pgcode: 'P0001', detail: 'closed' },
      hint: 'a hint',
    });
  });
});

test('a server that is starting or stopping is 503 with Retry-After', () => {
  for (const sqlstate of ['57P01', '57P03', '53200']) {
    const error = toApiError(new DatabaseError('the database system is starting up', { sqlstate }));
    expect([error.status, error.code, error.headers]).toEqual([
      503,
      'server_unavailable',
      { 'Retry-After': '5' },
    ]);
  }
});

test('every answer has X-Request-Id', async () => {
  for (const path of ['/boats', '/nothing', '/boats?x']) {
    expect((await fleet.ask(path)).headers['X-Request-Id']).toBe('request-1');
  }
});

test('nobody is 401, in test mode the anonymous role', async () => {
  const answer = await fleet.ask('/boats', { as: null });
  expect([answer.status, answer.json]).toMatchObject([401, { code: 'unauthenticated' }]);
  expect(answer.headers['WWW-Authenticate']).toBe('Bearer');
  const open = fleet.with({ testMode: { anonymousRole: 'web_user' } });
  expect((await open.ask('/ports', { as: null })).json).toEqual([{ code: 'A', title: 'Aberdeen' }]);
  expect(
    (await open.ask('/ports?code=eq.A', { method: 'PATCH', body: { title: 'x' }, as: null })).status,
  ).toBe(403);
  expect(toApiError(new DatabaseError('no', { sqlstate: '42501' }), { isAnonymous: true }).status).toBe(401);
});

test('a database that is away is 503 with Retry-After, and told to the log', async () => {
  const seen: unknown[] = [];
  const away = new DatabaseError('connect ECONNREFUSED 10.0.0.1:5432', { sqlstate: '08001' });
  const database: Database = {
    ...stub(fleet.database),
    one: () => Promise.reject(away),
    tx: () => Promise.reject(away),
  };
  const broken = fleet.with({ database, onServerError: (error, id) => seen.push([error, id]) });
  const answer = await broken.ask('/boats');
  expect([answer.status, answer.json]).toMatchObject([
    503,
    { code: 'server_unavailable', details: { pgcode: '08001' } },
  ]);
  expect(answer.headers['Retry-After']).toBe('5');
  expect(answer.body).not.toContain('10.0.0.1');
  expect(seen).toEqual([[away, 'request-1']]);
});

test('a fault of ours is internal and says nothing of itself', async () => {
  const database: Database = {
    ...stub(fleet.database),
    one: () => Promise.reject(new TypeError('secret detail')),
  };
  const answer = await fleet.with({ database }).ask('/boats');
  expect([answer.status, answer.json]).toMatchObject([
    500,
    { code: 'internal', message: 'Unexpected error', details: null },
  ]);
  expect((await fleet.ask('/boats', { as: { role: 'postgres', claims: {} } })).status).toBe(500);
});

describe('a schema that changes', () => {
  const change = (sql: string) => fleet.database.admin((tx) => tx.script(sql));

  test('is seen after NOTIFY pgrst', async () => {
    await fleet.api.start();
    expect((await fleet.ask('/later')).status).toBe(404);
    await change(
      'create table demo.later (id integer); grant select on demo.later to web_user; notify pgrst;',
    );
    await expect.poll(async () => (await fleet.ask('/later')).status).toBe(200);
  });

  test('a column that went away is an error once, then unknown', async () => {
    await change(
      'create table demo.brief (id integer, gone integer); grant select on demo.brief to web_user',
    );
    fleet.api.reload();
    expect((await fleet.ask('/brief')).status).toBe(200);
    await change('alter table demo.brief drop column gone');
    expect((await fleet.ask('/brief')).status).toBe(400);
    expect((await fleet.ask('/brief')).json).toEqual([]);
  });
});

/** The methods of a database, bound, so that a test can replace one. */
function stub(database: Database): Database {
  return {
    engine: database.engine,
    tx: (options, fn) => database.tx(options, fn),
    one: (options, sql, params, end) => database.one(options, sql, params, end),
    admin: (fn) => database.admin(fn),
    listen: (channel, onNotify) => database.listen(channel, onNotify),
    stats: () => database.stats(),
    backup: () => database.backup(),
    close: () => database.close(),
  };
}
