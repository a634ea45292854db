import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, testEngine, type TestDatabase } from '#testing/database.ts';
import { makeSqlFolder, notesSql, type SqlFolder } from '#testing/sql-folder.ts';
import { migrate, MigrationRefused } from './migrate.ts';

describe(`migrate on ${testEngine}`, () => {
  let folder: SqlFolder;
  let test: TestDatabase;
  const run = () => migrate(test.db, { dbFolder: folder.path });

  beforeAll(async () => {
    // Migrated, then emptied: roles belong to the whole server, and only templates are made one at a time.
    const roles = makeSqlFolder(notesSql);
    test = await openTestDatabase({ dbFolder: roles.path });
    roles.remove();
  });
  beforeEach(async () => {
    folder = makeSqlFolder(notesSql);
    await test.db.admin((tx) => tx.script('drop schema if exists core, api, auth cascade'));
  });
  afterEach(() => {
    folder.remove();
  });
  afterAll(async () => {
    await test.close();
  });

  async function column(sql: string): Promise<unknown[]> {
    const { rows } = await test.db.admin((tx) => tx.query(sql));
    return rows.map((row) => Object.values(row)[0]);
  }

  it('builds a fresh database, then finds nothing to do', async () => {
    expect(await run()).toEqual({
      applied: ['0001-roles', '0002-notes', 'repeatable objects'],
      upToDate: false,
    });
    const { rows } = await test.db.one(
      { role: 'web_user', claims: { sub: 'a' } },
      "insert into api.notes (owner, body) values ('a', 'b') returning body",
    );
    expect(rows).toEqual([{ body: 'b' }]);
    const before = await column('select applied_at from core.schema_migrations order by name');
    expect(await run()).toEqual({ applied: [], upToDate: true });
    expect(await column('select applied_at from core.schema_migrations order by name')).toEqual(before);
  });

  it('applies only what is new, and keeps the data', async () => {
    await run();
    await test.db.one({ role: 'web_system' }, "insert into core.notes (owner, body) values ('a', 'kept')");
    folder.write({ 'schema/0003-colour.sql': 'alter table core.notes add colour text default $$red$$;' });
    expect((await run()).applied).toEqual(['0003-colour']);
    expect(await column('select colour from core.notes')).toEqual(['red']);
  });

  it('replaces views, functions and policies when one of them changed, and drops those whose file is gone', async () => {
    folder.write({
      'views/old.sql': 'create view api.old with (security_invoker = true) as select 1 as one;',
    });
    await run();
    folder.delete('views/old.sql');
    folder.write({
      'views/notes.sql':
        'create view api.notes with (security_invoker = true) as select body, owner from core.notes;',
      'policies/notes.sql':
        'create policy notes_all on core.notes to web_user using (true) with check (true);',
    });
    expect((await run()).applied).toEqual(['repeatable objects']);
    expect(await column("select viewname::text from pg_views where schemaname = 'api'")).toEqual(['notes']);
    expect(await column("select policyname::text from pg_policies where schemaname = 'core'")).toEqual([
      'notes_all',
    ]);
    // Grants came back with the objects.
    expect((await test.db.one({ role: 'web_user' }, 'select * from api.notes')).rows).toEqual([]);
  });

  it('orders views by their headers', async () => {
    folder.write({
      'views/a_top.sql': '-- after: b_middle\ncreate view api.a_top as select n from api.b_middle;',
      'views/b_middle.sql': '-- after: c_bottom\ncreate view api.b_middle as select n from api.c_bottom();',
      'functions/c_bottom.sql':
        'create function api.c_bottom() returns table (n int) language sql stable as $$ select 7 $$;',
    });
    await run();
    expect(await column('select n from api.a_top')).toEqual([7]);
  });

  it('refuses a database that a newer version migrated', async () => {
    folder.write({ 'schema/0003-future.sql': 'create table core.future (id int);' });
    await run();
    folder.delete('schema/0003-future.sql');
    await expect(run()).rejects.toThrow(MigrationRefused);
    await expect(run()).rejects.toThrow(/"0003-future", which this program lacks: a newer version/);
  });

  it('refuses a migration that was changed after it was applied, but not one with other line ends', async () => {
    await run();
    const text = notesSql['schema/0002-notes.sql'] ?? '';
    folder.write({ 'schema/0002-notes.sql': text.replaceAll('\n', '\r\n') });
    expect((await run()).upToDate).toBe(true);
    folder.write({ 'schema/0002-notes.sql': `${text}-- one more line` });
    await expect(run()).rejects.toThrow(
      /migration "0002-notes" was changed after it was applied.*restore schema\/0002-notes.sql/,
    );
  });

  it('refuses a new migration that sorts before an applied one', async () => {
    await run();
    folder.write({ 'schema/0001-zz-late.sql': 'select 1;' });
    await expect(run()).rejects.toThrow('"0001-zz-late" sorts before "0002-notes"');
  });

  it('names file and line of a mistake, leaves nothing of it, and goes on once it is put right', async () => {
    folder.write({
      'schema/0003-bad.sql':
        'create table core.half (id int);\n\nalter table core.notes\n  add column id int;\n',
    });
    await expect(run()).rejects.toThrow(
      /^schema\/0003-bad\.sql.*column "id" of relation "notes" already exists/,
    );
    folder.write({
      'views/broken.sql': 'create view api.broken as\nselect nothing\nfrom core.notes;',
      'schema/0003-bad.sql': 'create table core.half (id int);',
    });
    await expect(run()).rejects.toThrow('views/broken.sql:2: column "nothing" does not exist');
    folder.write({ 'views/broken.sql': 'create view api.broken as select 1 as one;' });
    expect((await run()).applied).toEqual(['repeatable objects']);
  });

  it('applies everything once when several processes start together', async () => {
    const results = await Promise.all([run(), run(), run()]);
    const applied = results.map((result) => result.applied.length).sort();
    expect(applied).toEqual([0, 0, 3]);
  });
});
