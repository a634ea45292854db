import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PostgrestClient } from '@supabase/postgrest-js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '#testing/database.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';
import { asksForUsage, readDataApiCommand } from './data-api-options.ts';
import { buildDataApiServer } from './data-api-server.ts';
import { whatIsMissing } from './data-api-target.ts';
import { StartError } from './start-error.ts';

const sql = `
create schema shop;
create schema back_office;
grant usage on schema shop, back_office to web_user;
create table shop.items (id integer primary key, title text not null unique, price numeric check (price > 0));
insert into shop.items values (1, 'lamp', 10), (2, 'chair', 25), (3, 'table', null);
grant select, insert, update, delete on shop.items to web_user;
create table shop.secrets (id integer);
create table back_office.items (id integer);
grant select on back_office.items to web_user;
create function shop.price_of(title text) returns numeric language sql stable as
  $$ select i.price from shop.items i where i.title = price_of.title $$;
create function shop.choose(a text) returns integer language sql immutable as 'select 1';
create function shop.choose(a integer) returns integer language sql immutable as 'select 2';
create function shop.refuse(code text, message text, detail text) returns void language plpgsql as $$
begin raise exception using errcode = code, message = message, detail = detail, hint = 'a hint'; end $$;
grant execute on all functions in schema shop to web_user;`;

const args = [
  '--db',
  'postgres://nobody@127.0.0.1/none',
  '--anon-role',
  'web_user',
  '--schemas',
  'shop,back_office',
];

describe('any database behind PostgREST’s own errors', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  let app: FastifyInstance;
  let url: string;
  let client: PostgrestClient;

  beforeAll(async () => {
    database = await openTestDatabase({ migrated: false });
    await database.db.admin((tx) =>
      tx.script(
        `do $$ begin create role web_user nologin; exception when duplicate_object or unique_violation then null; end $$;${sql}`,
      ),
    );
    const command = readDataApiCommand([...args, '--prefix', '/rest/v1', '--test-mode'], {});
    app = await buildDataApiServer(command, database.db, () => undefined);
    url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/rest/v1`;
    client = new PostgrestClient(url);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  test('serves reads, writes and calls of whoever comes', async () => {
    const rows = await client.from('items').select('title').gt('price', 5).order('id');
    expect([rows.status, rows.data]).toEqual([200, [{ title: 'lamp' }, { title: 'chair' }]]);
    const added = await client.from('items').insert({ id: 9, title: 'sofa', price: 90 }).select().rollback();
    expect([added.status, added.data]).toEqual([201, [{ id: 9, title: 'sofa', price: 90 }]]);
    expect((await client.from('items').select('price.sum()')).data).toEqual([{ sum: 35 }]);
    expect((await client.rpc('price_of', { title: 'lamp' })).data).toBe(10);
    expect((await client.schema('back_office').from('items').select()).data).toEqual([]);
  });

  test('sends rows compressed to whom that suits, ranges of them too', async () => {
    const columns = Array.from({ length: 60 }, (_, n) => `t${n}:title`).join(',');
    const read = (headers: Record<string, string>) =>
      fetch(`${url}/items?select=${columns}&order=id&limit=2`, {
        headers: { Prefer: 'count=exact', ...headers },
      });
    const plain = await read({ 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(text).toContain('"t59":"chair"');
    for (const encoding of ['br', 'gzip']) {
      const compressed = await read({ 'Accept-Encoding': encoding });
      expect(compressed.headers.get('content-encoding')).toBe(encoding);
      expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
      expect(compressed.headers.get('content-range')).toBe('0-1/3');
      expect(Number(compressed.headers.get('content-length'))).toBeLessThan(text.length / 4);
      expect(await compressed.text()).toBe(text);
    }
  });

  test.each([
    [
      'a table that is not there',
      () => client.from('item').select(),
      404,
      {
        code: 'PGRST205',
        message: "Could not find the table 'shop.item' in the schema cache",
        hint: "Perhaps you meant the table 'shop.items'",
        details: null,
      },
    ],
    [
      'a column that is not there',
      () => client.from('items').select('nothing'),
      400,
      { code: '42703', message: 'column items.nothing does not exist', hint: null, details: null },
    ],
    [
      'a column that is nearly there',
      () => client.from('items').select('titel'),
      400,
      {
        code: '42703',
        message: 'column items.titel does not exist',
        hint: 'Perhaps you meant to reference the column "items.title".',
        details: null,
      },
    ],
    [
      'a member of a body that is no column',
      () => client.from('items').insert({ nothing: 1 }),
      400,
      {
        code: 'PGRST204',
        message: "Could not find the 'nothing' column of 'items' in the schema cache",
        hint: null,
        details: null,
      },
    ],
    [
      'a function that is not there',
      () => client.rpc('price_off', { title: 'x' }),
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function shop.price_off(title) in the schema cache',
        details:
          'Searched for the function shop.price_off with parameter title or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function shop.price_of',
      },
    ],
    [
      'a function of two minds',
      () => client.rpc('choose', { a: 1 }),
      300,
      {
        code: 'PGRST203',
        message:
          'Could not choose the best candidate function between: shop.choose(a => integer), shop.choose(a => text)',
        details: null,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ],
    [
      'a schema that is not exposed',
      () => client.schema('core').from('items').select(),
      406,
      {
        code: 'PGRST106',
        message: 'Invalid schema: core',
        details: null,
        hint: 'Only the following schemas are exposed: shop, back_office',
      },
    ],
    [
      'a query that cannot be read',
      () => client.from('items').select('id,'),
      400,
      {
        code: 'PGRST100',
        message: '"failed to parse select parameter (id,)" (line 1, column 4)',
        details: 'a column name expected',
        hint: null,
      },
    ],
    [
      'a change without the right to it',
      () => client.schema('back_office').from('items').delete().eq('id', 1),
      401,
      // The client writes a hint of its own.
      { code: '42501', message: 'permission denied for table items', details: null },
    ],
    [
      'more rows than one',
      () => client.from('items').select().single(),
      406,
      {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 3 rows',
        hint: null,
      },
    ],
    [
      'a unique value that is taken',
      () => client.from('items').insert({ id: 8, title: 'lamp' }),
      409,
      {
        code: '23505',
        message: 'duplicate key value violates unique constraint "items_title_key"',
        details: 'Key (title)=(lamp) already exists.',
        hint: null,
      },
    ],
    [
      'a value of another type',
      () => client.from('items').select().eq('id', 'x'),
      400,
      {
        code: '22P02',
        message: 'invalid input syntax for type integer: "x"',
        details: null,
        hint: null,
      },
    ],
    [
      'a range behind the end',
      () => client.from('items').select('id', { count: 'exact' }).range(10, 12),
      416,
      {
        code: 'PGRST103',
        message: 'Requested range not satisfiable',
        details: 'An offset of 10 was requested, but there are only 3 rows.',
        hint: null,
      },
    ],
    [
      'an error that a function raised',
      () => client.rpc('refuse', { code: 'PT418', message: 'no', detail: 'because' }),
      418,
      { code: 'PT418', message: 'no', details: 'because', hint: 'a hint' },
    ],
    [
      'a whole answer that a function raised',
      () =>
        client.rpc('refuse', {
          code: 'PGRST',
          message: '{"code":"X1","message":"m","details":"d","hint":"h"}',
          detail: '{"status":402,"headers":{"X-Why":"money"}}',
        }),
      402,
      { code: 'X1', message: 'm', details: 'd', hint: 'h' },
    ],
  ])('%s', async (_name, ask, status, error) => {
    const answer = await ask();
    expect([answer.status, answer.error]).toMatchObject([status, error]);
  });

  test('a table without rights is not there, for whoever asks', async () => {
    expect((await client.from('secrets').select()).status).toBe(404);
  });

  test('the root says what there is, and that the server is up', async () => {
    const answer = await fetch(`${url}/`, { headers: { 'Accept-Profile': 'shop' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/openapi+json; charset=utf-8');
    expect(await answer.json()).toMatchObject({
      swagger: '2.0',
      basePath: '/rest/v1',
      paths: {
        '/items': { get: {}, post: {}, patch: {}, delete: {} },
        '/rpc/price_of': { post: {} },
      },
      definitions: {
        items: {
          type: 'object',
          properties: {
            id: { type: 'integer', format: 'integer' },
            title: { type: 'string', format: 'text' },
            price: { type: 'number', format: 'numeric' },
          },
        },
      },
    });
    expect((await fetch(`${url}/`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}/`, { headers: { 'Accept-Profile': 'core' } })).status).toBe(406);
  });

  test.each(['/a/b', '/rpc/a/b', '/../elsewhere'])('nothing is at %s', async (path) => {
    const answer = await fetch(`${url}${path}`);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { code: 'PGRST125', message: 'Invalid path specified in request URL', details: null, hint: null },
    ]);
  });

  test('says what of the command is not in the database', async () => {
    const missing = (...more: string[]): Promise<string[]> =>
      whatIsMissing(readDataApiCommand([...args, ...more], {}), database.db);
    expect(await missing()).toEqual([]);
    expect(await missing('--schemas', 'shop,elsewhere')).toEqual(['there is no schema "elsewhere"']);
    await database.db.admin((tx) => tx.script('create schema locked'));
    expect(await missing('--schemas', 'locked')).toEqual([
      'the role "web_user" has no right to the schema "locked": grant usage on schema locked to web_user',
    ]);
  });

  test('pages of any origin may call it', async () => {
    const preflight = await fetch(`${url}/items`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://a.example',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'prefer',
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('prefer');
    const read = await fetch(`${url}/items`, { headers: { Origin: 'https://a.example' } });
    expect(read.headers.get('access-control-expose-headers')).toContain('Content-Range');
    expect(read.headers.get('server-timing')).toContain('transaction;dur=');
  });
});

describe('the command line', () => {
  test('has defaults that open nothing to the network', () => {
    expect(readDataApiCommand(['--anon-role', 'a'], { DATABASE_URL: 'postgres://x@y/z' })).toEqual({
      databaseUrl: 'postgres://x@y/z',
      schemas: ['public'],
      anonymousRole: 'a',
      extraSearchPath: ['public', 'extensions'],
      isTestMode: false,
      aggregates: false,
      host: '127.0.0.1',
      port: 3000,
      prefix: '',
      maxRows: 1_000_000,
    });
  });

  test.each([
    [[], /--db: is missing, and so is DATABASE_URL; --anon-role: is missing\n/],
    [['--db', 'mysql://x', '--anon-role', 'a'], /--db: needs the form postgres/],
    [[...args, '--port', 'many'], /--port/],
    [[...args, '--schemas', ','], /--schemas/],
    [[...args, '--what'], /--what/],
  ])('%j is refused with the usage', (given, message) => {
    const read = (): unknown => readDataApiCommand(given, {});
    expect(read).toThrow(StartError);
    expect(read).toThrow(message);
    expect(read).toThrow(/usage: data-api/);
  });

  test('gives the usage to who asks for it', () => {
    expect([asksForUsage(['--help']), asksForUsage(['-h']), asksForUsage(args)]).toEqual([true, true, false]);
  });
});

describe.runIf(testEngine === 'postgres')('the program', () => {
  let server: PostgresServer;
  let program: ChildProcess | undefined;
  beforeAll(async () => {
    server = await startPostgresServer();
  });
  afterAll(async () => {
    program?.kill('SIGKILL');
    await server.stop();
  });

  test(
    'serves a database that knows nothing of this product, and ends on a signal',
    { timeout: 30_000 },
    async () => {
      const child = spawn(
        process.execPath,
        [
          '--import',
          'tsx',
          'server/main/data-api.ts',
          '--anon-role',
          'postgres',
          '--schemas',
          'pg_catalog',
          '--port',
          '0',
        ],
        {
          env: { ...process.env, DATABASE_URL: server.url },
          stdio: ['ignore', 'pipe', 'inherit'],
          timeout: 25_000,
        },
      );
      program = child;
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const url = /http:\S+/.exec(line.toString())?.[0] ?? '';
      const answer = await fetch(`${url}/pg_database?select=datname&datname=eq.postgres`);
      expect(await answer.json()).toEqual([{ datname: 'postgres' }]);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
  );
});
