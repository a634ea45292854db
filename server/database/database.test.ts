import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, testEngine, type TestDatabase } from '#testing/database.ts';
import { makeSqlFolder, notesSql, type SqlFolder } from '#testing/sql-folder.ts';
import { DatabaseError, type Database, type TransactionOptions } from './port.ts';

const ann: TransactionOptions = { role: 'web_user', claims: { sub: 'ann', role: 'web_user' } };
const bob: TransactionOptions = { role: 'web_user', claims: { sub: 'bob', role: 'web_user' } };
const system: TransactionOptions = { role: 'web_system' };
const insert = 'insert into core.notes (owner, body, score) values ($1, $2, $3)';

describe(`the database port on ${testEngine}`, () => {
  let folder: SqlFolder;
  let test: TestDatabase;
  let db: Database;

  beforeAll(async () => {
    folder = makeSqlFolder(notesSql);
    test = await openTestDatabase({ dbFolder: folder.path, extraRoles: ['pg_monitor'] });
    db = test.db;
  });
  afterAll(async () => {
    await test.close();
    folder.remove();
  });
  beforeEach(async () => {
    await db.one(system, 'delete from core.notes');
  });

  async function bodies(): Promise<string[]> {
    const { rows } = await db.one<{ body: string }>(system, 'select body from core.notes order by body');
    return rows.map((row) => row.body);
  }

  async function failure(promise: Promise<unknown>): Promise<DatabaseError> {
    const error: unknown = await promise.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof DatabaseError)) throw new Error(`expected a DatabaseError, got ${String(error)}`);
    return error;
  }

  it('commits a transaction whose function resolves, with its value', async () => {
    const count = await db.tx(ann, async (tx) => {
      await tx.query(insert, ['ann', 'one', 1]);
      const result = await tx.query(insert, ['ann', 'two', null]);
      return result.rowCount;
    });
    expect(count).toBe(1);
    expect(await bodies()).toEqual(['one', 'two']);
  });

  it('rolls back when the function rejects, and rejects with its error', async () => {
    const reason = new Error('changed my mind');
    const attempt = db.tx(ann, async (tx) => {
      await tx.query(insert, ['ann', 'lost', 1]);
      throw reason;
    });
    await expect(attempt).rejects.toBe(reason);
    expect(await bodies()).toEqual([]);
  });

  it('rolls back a statement that fails and goes on working', async () => {
    const error = await failure(db.one(ann, insert, ['ann', 'bad', -1]));
    expect(error).toMatchObject({ sqlstate: '23514', constraint: 'notes_score_check' });
    expect(await bodies()).toEqual([]);
  });

  it('refuses to call a transaction committed in which a statement failed', async () => {
    const attempt = db.tx(ann, async (tx) => {
      await tx.query(insert, ['ann', 'first', 1]);
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    expect((await failure(attempt)).sqlstate).toBe('25P02');
    expect(await bodies()).toEqual([]);
  });

  it('keeps savepoints', async () => {
    await db.tx(ann, async (tx) => {
      await tx.query('savepoint a');
      await tx.query('select 1 / 0').catch(() => undefined);
      await tx.query('rollback to savepoint a');
      await tx.query(insert, ['ann', 'kept', 1]);
    });
    expect(await bodies()).toEqual(['kept']);
  });

  it('ends one() with rollback when asked, and still answers', async () => {
    const result = await db.one(ann, `${insert} returning body`, ['ann', 'tried', 1], 'rollback');
    expect(result).toEqual({ rows: [{ body: 'tried' }], rowCount: 1 });
    expect(await bodies()).toEqual([]);
  });

  it('runs as the role, from a session without rights of its own', async () => {
    const { rows } = await db.one(ann, 'select current_user::text as role, session_user::text as session');
    expect(rows).toEqual([{ role: 'web_user', session: 'authenticator' }]);
    for (const sql of ['set role postgres', "select set_config('role', 'postgres', true)"]) {
      expect((await failure(db.one(ann, sql))).sqlstate).toBe('42501');
    }
    await db.one(ann, 'set role none').catch(() => undefined);
    expect((await db.one(ann, 'select current_user::text as role')).rows).toEqual([{ role: 'web_user' }]);
  });

  it('takes no role that is not allowed, whatever its text', async () => {
    await expect(db.one({ role: 'postgres' }, 'select 1')).rejects.toThrow(
      'not one that a transaction may take',
    );
    await expect(db.one({ role: 'web_user; drop table core.notes' }, 'select 1')).rejects.toThrow('not one');
    // Allowed by the caller, yet the session is no member of it: the statement after it must not run.
    expect((await failure(db.one({ role: 'pg_monitor' }, insert, ['x', 'y', 1]))).sqlstate).toBe('42501');
    expect(await bodies()).toEqual([]);
  });

  it('shows claims to policies, one transaction at a time', async () => {
    await db.one(ann, insert, ['ann', 'of ann', 1]);
    await db.one(bob, insert, ['bob', 'of bob', 1]);
    expect((await db.one(ann, 'select owner from api.notes')).rows).toEqual([{ owner: 'ann' }]);
    expect((await db.one({ role: 'web_user' }, 'select owner from api.notes')).rows).toEqual([]);
    expect((await failure(db.one(ann, insert, ['bob', 'forged', 1]))).sqlstate).toBe('42501');
  });

  it('binds claims and settings as values', async () => {
    const nasty = `'; drop table core.notes; -- \\ "$1`;
    const options: TransactionOptions = {
      role: 'web_user',
      claims: { sub: nasty },
      settings: { 'request.method': nasty },
    };
    const { rows } = await db.one(
      options,
      "select auth.sub() as sub, current_setting('request.method') as method",
    );
    expect(rows).toEqual([{ sub: nasty, method: nasty }]);
    await expect(db.one({ role: 'web_user', settings: { "a'b": '1' } }, 'select 1')).rejects.toThrow(
      'malformed setting name',
    );
    expect((await db.one(ann, "select current_setting('request.method', true) as method")).rows).toEqual([
      { method: '' },
    ]);
  });

  it('has an empty search path unless one is given', async () => {
    expect((await failure(db.one(ann, 'select * from notes'))).sqlstate).toBe('42P01');
    expect((await db.one({ ...ann, searchPath: ['we"ird', 'api'] }, 'select * from notes')).rows).toEqual([]);
  });

  it('refuses a write in a read-only transaction', async () => {
    expect((await failure(db.one({ ...ann, readOnly: true }, insert, ['ann', 'no', 1]))).sqlstate).toBe(
      '25006',
    );
    const attempt = db.tx({ ...ann, readOnly: true }, (tx) => tx.query(insert, ['ann', 'no', 1]));
    expect((await failure(attempt)).sqlstate).toBe('25006');
    expect(await bodies()).toEqual([]);
  });

  it('passes parameters as text that the server types, null as null', async () => {
    const sql = `select $1::bool as bool, $2::int4 as int4, $3::int8 as int8, $4::float8 as float8, $5::numeric as numeric,
      $6::uuid as uuid, $7::timestamptz as timestamptz, $8::jsonb as jsonb, $9::text[] as texts, $10::date as date,
      $11::int4 is null as missing, $12::text as text`;
    const params = [
      true,
      2,
      '9007199254740993',
      0.1,
      '1.10',
      '00000000-0000-0000-0000-000000000001',
      '2026-01-31T23:30:00Z',
      '{"a":[1,null]}',
      '{a,"b,c",NULL}',
      '2026-01-31',
      null,
      'ünï\u{1f600}',
    ];
    const { rows } = await db.one(ann, sql, params);
    expect(rows).toEqual([
      {
        bool: true,
        int4: 2,
        int8: '9007199254740993',
        float8: 0.1,
        numeric: '1.10',
        uuid: '00000000-0000-0000-0000-000000000001',
        timestamptz: new Date('2026-01-31T23:30:00Z'),
        jsonb: { a: [1, null] },
        texts: ['a', 'b,c', null],
        date: '2026-01-31',
        missing: true,
        text: 'ünï\u{1f600}',
      },
    ]);
  });

  it('infers the types of bare parameters from where they stand', async () => {
    const { rows } = await db.one<{ id: number }>(ann, `${insert} returning id`, ['ann', 'x', '7']);
    const id = rows[0]?.id ?? 0;
    expect(
      (
        await db.one(ann, 'select body, score from api.notes where id = $1 and score = any($2)', [
          id,
          '{7,8}',
        ])
      ).rows,
    ).toEqual([{ body: 'x', score: 7 }]);
    expect((await failure(db.one(ann, 'select 1 from api.notes where id = $1', ['seven']))).sqlstate).toBe(
      '22P02',
    );
  });

  it('reports errors with their fields', async () => {
    await db.one(ann, insert, ['ann', 'same', 1]);
    expect(await failure(db.one(system, insert, ['ann', 'same', 1]))).toMatchObject({
      sqlstate: '23505',
      constraint: 'notes_body_key',
      detail: 'Key (body)=(same) already exists.',
    });
    const raise = `do $$ begin raise sqlstate 'PGRST' using message = '{"code":"conflict"}', detail = '{"status":409}', hint = 'try later'; end $$`;
    expect(await failure(db.one(ann, raise))).toMatchObject({
      sqlstate: 'PGRST',
      message: '{"code":"conflict"}',
      detail: '{"status":409}',
      hint: 'try later',
    });
    expect(await failure(db.one(ann, 'select nonsense'))).toMatchObject({ sqlstate: '42703', position: 8 });
  });

  it('runs one statement only: a second one in the text is refused', async () => {
    expect((await failure(db.one(ann, 'select 1; delete from core.notes'))).sqlstate).toBe('42601');
  });

  it('counts rows changed and returned', async () => {
    await db.one(
      system,
      "insert into core.notes (owner, body) select 'ann', g::text from generate_series(1, 5) g",
    );
    expect((await db.one(ann, 'update core.notes set score = 1 where id > 0')).rowCount).toBe(5);
    expect((await db.one(ann, 'select * from api.notes limit 3')).rowCount).toBe(3);
    expect((await db.one(ann, "set local work_mem = '8MB'")).rowCount).toBe(0);
  });

  it('runs many transactions at once without mixing them', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `user-${i}`);
    const seen = await Promise.all(
      names.map(async (sub) => {
        const options: TransactionOptions = { role: 'web_user', claims: { sub } };
        await db.tx(options, async (tx) => {
          await tx.query(insert, [sub, `note of ${sub}`, 1]);
          await later(1);
          await tx.query('update core.notes set score = score + 1 where owner = $1', [sub]);
        });
        const { rows } = await db.one<{ owner: string; score: number }>(
          options,
          'select owner, score from api.notes',
        );
        return rows;
      }),
    );
    expect(seen).toEqual(names.map((owner) => [{ owner, score: 2 }]));
    expect(db.stats()).toMatchObject({ engine: testEngine, running: 0, waiting: 0 });
  });

  it('answers queries of one transaction in their order, also when not awaited one by one', async () => {
    const rows = await db.tx(ann, async (tx) => {
      const all = await Promise.all(
        [1, 2, 3].map((n) => tx.query<{ n: number }>('select $1::int as n', [n])),
      );
      return all.map((each) => each.rows[0]?.n);
    });
    expect(rows).toEqual([1, 2, 3]);
  });

  it('refuses a query after the end of its transaction', async () => {
    const tx = await db.tx(ann, (inner) => Promise.resolve(inner));
    await expect(tx.query('select 1')).rejects.toThrow('the transaction is over');
  });

  it('survives more distinct statements than it keeps prepared', async () => {
    for (let i = 0; i < 250; i += 1) {
      const { rows } = await db.one<{ n: number }>(ann, `select ${i} + $1::int as n`, [1]);
      expect(rows[0]?.n).toBe(i + 1);
    }
    expect((await db.one(ann, 'select 0 + $1::int as n', [5])).rows).toEqual([{ n: 5 }]);
  });

  it('notices that the schema changed under a prepared statement', async () => {
    const read = 'select * from api.changing';
    const define = (columns: string): Promise<void> =>
      db.admin((tx) =>
        tx.script(
          `drop view if exists api.changing; create view api.changing as select ${columns}; grant select on api.changing to web_user`,
        ),
      );
    await define('1 as a');
    for (let i = 0; i < 6; i += 1) expect((await db.one(ann, read)).rows).toEqual([{ a: 1 }]);
    await define("'x'::text as a, 2 as b");
    for (let i = 0; i < 6; i += 1) expect((await db.one(ann, read)).rows).toEqual([{ a: 'x', b: 2 }]);
  });

  it('gives admin the owner, several statements, and no way to leave anything open', async () => {
    const who = await db.admin(async (tx) => {
      await tx.script(
        "set work_mem = '3MB'; begin; insert into core.notes (owner, body) values ('x', 'left open')",
      );
      const { rows } = await tx.query<{ name: string }>('select current_user::text as name where $1', [true]);
      return rows[0]?.name;
    });
    expect(who).toBe('postgres');
    expect(await bodies()).toEqual([]);
    const { rows } = await db.one(
      ann,
      "select session_user::text as session, current_setting('work_mem') = '3MB' as kept",
    );
    expect(rows).toEqual([{ session: 'authenticator', kept: false }]);
    await expect(db.admin((tx) => tx.script('select 1; select nonsense'))).rejects.toMatchObject({
      sqlstate: '42703',
    });
    expect((await db.one(ann, 'select session_user::text as session')).rows).toEqual([
      { session: 'authenticator' },
    ]);
  });

  it('hands notifications of committed transactions to listeners until they stop', async () => {
    const heard: string[] = [];
    const stop = await db.listen('jobs-"x"', (payload) => heard.push(payload));
    await db.one(system, "select pg_notify($1, 'first')", ['jobs-"x"']);
    await db.one(system, "select pg_notify($1, 'undone')", ['jobs-"x"'], 'rollback');
    await db.tx(system, (tx) => tx.query("select pg_notify($1, 'second')", ['jobs-"x"']));
    await expect.poll(() => heard).toEqual(['first', 'second']);
    await stop();
    await db.one(system, "select pg_notify($1, 'third')", ['jobs-"x"']);
    await later(100);
    expect(heard).toEqual(['first', 'second']);
  });
});

describe(`limits on ${testEngine}`, () => {
  let folder: SqlFolder;
  let test: TestDatabase;
  beforeAll(async () => {
    folder = makeSqlFolder(notesSql);
    test = await openTestDatabase({ dbFolder: folder.path, onDisk: true, maxWaiting: 3, maxWaitMs: 10_000 });
  });
  afterAll(async () => {
    await test.close();
    folder.remove();
  });

  it('stops a statement at its time limit with 57014 and goes on', async () => {
    const { db } = test;
    await db.one(system, insert, ['ann', 'safe', 1]);
    const began = performance.now();
    await expect(
      db.one({ ...ann, timeoutMs: 300 }, 'select count(*) from generate_series(1, 2000000000)'),
    ).rejects.toMatchObject({ sqlstate: '57014' });
    expect(performance.now() - began).toBeLessThan(5_000);
    const next = await Promise.all(
      [1, 2, 3].map(() => db.one<{ body: string }>(system, 'select body from core.notes')),
    );
    expect(next.map(({ rows }) => rows)).toEqual([
      [{ body: 'safe' }],
      [{ body: 'safe' }],
      [{ body: 'safe' }],
    ]);
  });

  it('loses nothing but the transaction in which a statement ran out of time', async () => {
    const { db } = test;
    const attempt = db.tx({ role: 'web_system', timeoutMs: 300 }, async (tx) => {
      await tx.query(insert, ['ann', 'undone', 1]);
      await tx.query('select count(*) from generate_series(1, 2000000000)');
    });
    await expect(attempt).rejects.toMatchObject({ sqlstate: '57014' });
    const { rows } = await db.one(
      system,
      "select session_user::text as session, (select count(*)::int from core.notes where body = 'undone') as undone",
    );
    expect(rows).toEqual([{ session: 'authenticator', undone: 0 }]);
  });

  it('refuses with 53300 when too many wait, and serves the rest', async () => {
    const { db } = test;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () =>
        db
          .tx(ann, async (tx) => {
            await tx.query('select 1');
            await later(30);
          })
          .then(
            () => 'served',
            (error: unknown) => (error instanceof DatabaseError ? error.sqlstate : 'other'),
          ),
      ),
    );
    // PGlite runs one and lets three wait; the pool of the tests runs five.
    const served = testEngine === 'pglite' ? 4 : 8;
    expect(outcomes.filter((outcome) => outcome === 'served')).toHaveLength(served);
    expect(outcomes.filter((outcome) => outcome === '53300')).toHaveLength(20 - served);
  });
});
