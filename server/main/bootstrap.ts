import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newToken, tokenHash } from '#server/api/auth/token-hash.ts';
import type { Database, Queryable, TransactionOptions } from '#server/database/port.ts';

export { createSignInLink } from '#server/api/auth/sign-in-links.ts';

const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'control' };
/** Any fixed number: what API processes that start at once wait for each other on. */
const FIRST_ACCOUNT_LOCK = 7_166_215_904;

export interface Workspace {
  readonly accountId: string;
  readonly orgId: string;
}

/** Name under which the worker that `npm start` brings up registers. */
export const LOCAL_SERVER = 'local-simulator';

/** What the simulated engine plays on the local server from the first start: one GPU, a node, and other vendors'. */
const LOCAL_CONFIGS = [
  ['sim-h100-sxm-x1', 'h100-sxm', 1],
  ['sim-h100-sxm-x8', 'h100-sxm', 8],
  ['sim-b200-sxm-x8', 'b200-sxm', 8],
  ['sim-mi300x-x8', 'mi300x', 8],
  ['sim-l40s-x1', 'l40s-48gb', 1],
] as const;

/** On a database without accounts, makes the first: an owner, its workspace, and a server to simulate on. Answers whether it did. */
export async function ensureDemoWorkspace(db: Database): Promise<boolean> {
  return db.tx(SYSTEM, async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1::bigint)', [FIRST_ACCOUNT_LOCK]);
    const { rowCount } = await tx.query(
      `with account as (
         insert into core.accounts (email, display_name)
         select 'owner@localhost', 'Owner' where not exists (select from core.accounts)
         returning account_id
       ), organization as (
         insert into core.organizations (name) select 'My workspace' from account returning org_id
       )
       insert into core.memberships (org_id, account_id, role_code)
       select org_id, account_id, 'owner' from organization, account`,
    );
    if (rowCount > 0) await addLocalServer(tx);
    return rowCount > 0;
  });
}

async function addLocalServer(tx: Queryable): Promise<void> {
  await tx.query(
    `insert into core.servers (org_id, hostname, description)
     select org_id, $1, 'This machine, with the simulated engine' from core.organizations where not is_reference`,
    [LOCAL_SERVER],
  );
  await tx.query(
    `with config as (
       insert into core.server_configs (org_id, server_id, config_code, launch_kind, gpu_model, gpu_count, gpu_memory_gb, description)
       select s.org_id, s.server_id, c ->> 0, 'simulated', g.gpu_model, (c ->> 2)::integer, g.memory_gb,
         format('Simulated: %s x %s', c ->> 2, g.display_name)
       from core.servers s, jsonb_array_elements($2::jsonb) c join core.gpu_models g on g.gpu_model = c ->> 1
       where s.hostname = $1
       returning org_id, server_config_id, server_id
     )
     insert into core.server_config_instances (org_id, server_config_id, server_id, hostname)
     select org_id, server_config_id, server_id, $1 from config`,
    [LOCAL_SERVER, JSON.stringify(LOCAL_CONFIGS)],
  );
}

/** Tells SQL the address that people and workers use: a machine is rented only when it can be reached from there. */
export async function recordPublicUrl(db: Database, publicUrl: string | null): Promise<void> {
  await db.one(
    SYSTEM,
    publicUrl === null
      ? `delete from core.settings where key = 'public_url'`
      : `insert into core.settings (key, value) values ('public_url', to_jsonb($1::text))
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
    publicUrl === null ? [] : [publicUrl],
  );
}

/** The oldest account that owns a workspace, with that workspace; null when there is none. */
export async function findFirstOwner(db: Database): Promise<Workspace | null> {
  const { rows } = await db.one<{ account_id: string; org_id: string }>(
    { ...SYSTEM, readOnly: true },
    `select m.account_id, m.org_id from core.memberships m
     join core.accounts a using (account_id) join core.organizations o using (org_id)
     where m.role_code = 'owner' and a.disabled_at is null and not o.is_reference
     order by a.created_at, o.created_at, o.org_id limit 1`,
  );
  const row = rows[0];
  return row === undefined ? null : { accountId: row.account_id, orgId: row.org_id };
}

/** Account of an e-mail address that may sign in; null when there is none. */
export async function findAccount(db: Database, email: string): Promise<string | null> {
  const { rows } = await db.one<{ account_id: string }>(
    { ...SYSTEM, readOnly: true },
    'select account_id from core.accounts where email = lower($1) and disabled_at is null',
    [email],
  );
  return rows[0]?.account_id ?? null;
}

/** Makes a token that workers of a workspace register with; it does not expire. Only its hash is stored. */
export async function createRegistrationToken(
  db: Database,
  orgId: string,
  name = 'Local worker',
): Promise<string> {
  const token = newToken('ysr_');
  await db.one(
    SYSTEM,
    `insert into core.worker_registration_tokens (org_id, token_hash, name) values ($1::uuid, decode($2, 'hex'), $3)`,
    [orgId, tokenHash(token), name],
  );
  return token;
}

/** The registration token of this machine's own worker, kept for this user alone; made anew when the database does not know it any more. */
export async function localRegistrationToken(
  db: Database,
  dataFolder: string,
  orgId: string,
): Promise<string> {
  const folder = join(dataFolder, 'worker');
  const file = join(folder, 'registration-token');
  const kept = read(file);
  if (kept !== null && (await isValid(db, kept, orgId))) return kept;
  const token = await createRegistrationToken(db, orgId);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}

async function isValid(db: Database, token: string, orgId: string): Promise<boolean> {
  const { rows } = await db.one(
    { ...SYSTEM, readOnly: true },
    `select from core.worker_registration_tokens
     where token_hash = decode($1, 'hex') and org_id = $2::uuid and revoked_at is null
       and (expires_at is null or expires_at > now())`,
    [tokenHash(token), orgId],
  );
  return rows.length > 0;
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
