import { setTimeout as later } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngine } from '#testing/database.ts';
import { startPostgresServer, type PostgresServer } from '#testing/postgres-server.ts';
import { makeSqlFolder, notesSql } from '#testing/sql-folder.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import type { Database } from '../port.ts';

const system = { role: 'web_system' };

/** What only a server can do; it has one of its own, since it crashes it. */
describe.runIf(testEngine === 'postgres')('a PostgreSQL server', () => {
  let server: PostgresServer;
  let db: Database;

  beforeAll(async () => {
    server = await startPostgresServer();
    db = await openDatabase({ databaseUrl: server.url, poolSize: 3 });
    const sql = makeSqlFolder(notesSql);
    await migrate(db, { dbFolder: sql.path });
    sql.remove();
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
  });

  const asUser = (name: string): string => server.url.replace('postgres@', `${name}@`);

  it('switches the session role of connections that were open before the migration made it', async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        db.one<{ session: string }>(system, 'select session_user::text as session'),
      ),
    );
    expect(new Set(all.map(({ rows }) => rows[0]?.session))).toEqual(new Set(['authenticator']));
  });

  it('prepares a statement once per connection and uses it again', async () => {
    const single = await openDatabase({ databaseUrl: server.url, poolSize: 1 });
    try {
      const sql = 'select $1::int + 1 as n';
      for (let i = 0; i < 10; i += 1)
        expect((await single.one(system, sql, [i])).rows).toEqual([{ n: i + 1 }]);
      const { rows } = await single.one(
        system,
        'select count(*)::int as prepared, sum(generic_plans + custom_plans)::int as runs from pg_prepared_statements where statement = $1',
        [sql],
      );
      expect(rows).toEqual([{ prepared: 1, runs: 10 }]);
    } finally {
      await single.close();
    }
  });

  it('serves a lesser user that is a member of the roles, with migrations by the owner', async () => {
    const lesser = await openDatabase({
      databaseUrl: asUser('authenticator'),
      ownerUrl: server.url,
      poolSize: 1,
    });
    try {
      expect(
        (await lesser.one(system, 'select current_user::text as role, session_user::text as session')).rows,
      ).toEqual([{ role: 'web_system', session: 'authenticator' }]);
      expect((await lesser.admin((tx) => tx.query('select current_user::text as role'))).rows).toEqual([
        { role: 'postgres' },
      ]);
    } finally {
      await lesser.close();
    }
  });

  it('answers 08006 while connections are cut and works again at once', async () => {
    const cut = db.tx(system, async (tx) => {
      const { rows } = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await db.admin((admin) => admin.query('select pg_terminate_backend($1)', [rows[0]?.pid ?? 0]));
      await tx.query('select 1');
    });
    await expect(cut).rejects.toMatchObject({ name: 'DatabaseError', sqlstate: '08006' });
    expect((await db.one(system, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('answers 08006 while the server is down and recovers by itself, listeners too', async () => {
    const heard: string[] = [];
    await db.listen('news', (payload) => heard.push(payload));
    await db.one(system, "select pg_notify('news', 'before')");
    await expect.poll(() => heard).toEqual(['before']);
    const running = db.one(system, 'select pg_sleep(20)').catch((error: unknown) => error);
    await later(100);
    await server.crash();
    expect(await running).toMatchObject({ name: 'DatabaseError', sqlstate: '08006' });
    for (let i = 0; i < 4; i += 1)
      await expect(db.one(system, 'select 1')).rejects.toMatchObject({ sqlstate: '08006' });
    await expect(db.admin((tx) => tx.query('select 1'))).rejects.toMatchObject({ sqlstate: '08006' });
    await server.start();
    expect((await db.one(system, 'select 1 as one')).rows).toEqual([{ one: 1 }]);
    await expect
      .poll(
        async () => {
          await db.one(system, "select pg_notify('news', 'after')");
          return heard.includes('after');
        },
        { timeout: 8_000, interval: 100 },
      )
      .toBe(true);
    // That something may have been missed is told, too.
    expect(heard).toContain('');
    expect(db.stats()).toMatchObject({ running: 0, waiting: 0 });
  });

  it('gives every transaction a limit for being idle', async () => {
    const { rows } = await db.one(
      system,
      "select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement",
    );
    expect(rows).toEqual([{ idle: '30s', statement: '10s' }]);
  });

  it('says what is wrong when no server is there', async () => {
    await expect(
      openDatabase({ databaseUrl: 'postgres://postgres@127.0.0.1:1/postgres' }),
    ).rejects.toMatchObject({
      sqlstate: '08006',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});
