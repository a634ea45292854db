import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The roles of the product and one table `core.notes` with row-level security by the claim `sub`, enough for tests of the port. */
export const notesSql: Readonly<Record<string, string>> = {
  'schema/0001-roles.sql': `
    do $$ begin
      if not exists (select from pg_roles where rolname = 'authenticator') then create role authenticator noinherit login; end if;
      if not exists (select from pg_roles where rolname = 'web_user') then create role web_user; end if;
      if not exists (select from pg_roles where rolname = 'web_worker') then create role web_worker; end if;
      if not exists (select from pg_roles where rolname = 'web_system') then create role web_system bypassrls; end if;
    end $$;
    grant web_user, web_worker, web_system to authenticator;
    create schema if not exists core;
    create schema auth;
    grant usage on schema core, auth to web_user, web_system;
  `,
  'schema/0002-notes.sql': `
    create table core.notes (id serial primary key, owner text not null, body text not null unique, score int check (score >= 0));
    alter table core.notes enable row level security;
  `,
  'functions/sub.sql': `
    create or replace function auth.sub() returns text language sql stable as $$
      select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
    $$;
  `,
  'policies/notes.sql': `
    create policy notes_own on core.notes to web_user using (owner = (select auth.sub())) with check (owner = (select auth.sub()));
  `,
  'views/notes.sql': `create view api.notes with (security_invoker = true) as select id, owner, body, score from core.notes;`,
  'grants.sql': `
    grant usage on schema api to web_user, web_system;
    grant select, insert, update, delete on core.notes, api.notes to web_user, web_system;
    grant usage on sequence core.notes_id_seq to web_user, web_system;
  `,
};

export interface SqlFolder {
  readonly path: string;
  write(files: Readonly<Record<string, string>>): void;
  delete(file: string): void;
  /** Deletes the folder. */
  remove(): void;
}

/** A temporary folder shaped as `db/`, from file names to SQL. */
export function makeSqlFolder(files: Readonly<Record<string, string>>): SqlFolder {
  const path = mkdtempSync(join(tmpdir(), 'yardstick-sql-'));
  const folder: SqlFolder = {
    path,
    write(more) {
      for (const [file, sql] of Object.entries(more)) {
        mkdirSync(dirname(join(path, file)), { recursive: true });
        writeFileSync(join(path, file), sql);
      }
    },
    delete: (file) => rmSync(join(path, file)),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  folder.write(files);
  return folder;
}
