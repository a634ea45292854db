import type { ServiceClientRow } from '#contract/auth.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import type { AccountIdentity } from './identity.ts';
import { onBehalfOf } from './system.ts';
import { newToken, tokenHash } from './token-hash.ts';

const SECRET_PREFIX = 'yss_';
const LIST_LIMIT = 500;
const COLUMNS =
  'c.client_id, c.org_id, c.account_id, c.name, m.role_code as role, c.created_at, c.last_used_at, c.revoked_at';

type Stored = {
  [Name in keyof ServiceClientRow]: Name extends `${string}_at`
    ? Date | Extract<ServiceClientRow[Name], null>
    : ServiceClientRow[Name];
};

/** Whom a service client's token acts as; null when the client was revoked. */
export async function findServiceClient(
  db: Database,
  system: TransactionOptions,
  clientId: string,
  accountId: string,
): Promise<AccountIdentity | null> {
  const { rows } = await db.one<{ org_id: string }>(
    { ...system, readOnly: true },
    `select c.org_id from core.service_clients c join core.accounts a using (account_id)
     where c.client_id = $1::uuid and c.account_id = $2::uuid and c.revoked_at is null and a.disabled_at is null`,
    [clientId, accountId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    kind: 'account',
    role: 'web_user',
    accountId,
    sessionId: null,
    tokenId: null,
    apiKeyId: null,
    clientId,
    roleCap: null,
    claims: { sub: accountId, role: 'web_user', org_id: row.org_id, client_id: clientId },
  };
}

/** The client that has this id and secret; null for any other pair. Notes that it was used. */
export async function redeemClientSecret(
  db: Database,
  system: TransactionOptions,
  clientId: string,
  secret: string,
): Promise<{ clientId: string; accountId: string; orgId: string } | null> {
  const { rows } = await db.one<{ account_id: string; org_id: string }>(
    system,
    `update core.service_clients c set last_used_at = now() from core.accounts a
     where c.client_id = $1::uuid and c.secret_hash = decode($2, 'hex') and c.revoked_at is null
       and a.account_id = c.account_id and a.disabled_at is null
     returning c.account_id, c.org_id`,
    [clientId, tokenHash(secret)],
  );
  const row = rows[0];
  return row === undefined ? null : { clientId, accountId: row.account_id, orgId: row.org_id };
}

/** Makes a service client with an account and a role of its own. Throws `forbidden` below admin. The secret is answered once. */
export async function createServiceClient(
  db: Database,
  caller: AccountIdentity,
  wanted: { orgId: string; name: string; role: ServiceClientRow['role'] },
  requestId: string,
): Promise<ServiceClientRow & { client_secret: string }> {
  const secret = newToken(SECRET_PREFIX);
  const row = await db.tx(onBehalfOf(caller, requestId), async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'admin')`, [wanted.orgId]);
    const { rows } = await tx.query<{ account_id: string; client_id: string }>(
      `with new as (select gen_random_uuid() as id), account as (
         insert into core.accounts (email, display_name) select id || '@clients.invalid', $1 from new returning account_id
       )
       insert into core.service_clients (client_id, org_id, account_id, name, secret_hash, created_by)
       select new.id, $2::uuid, account_id, $1, decode($3, 'hex'), $4::uuid from account, new returning account_id, client_id`,
      [wanted.name, wanted.orgId, tokenHash(secret), caller.accountId],
    );
    const made = rows[0];
    if (made === undefined) throw new Error('The new client has no row');
    await tx.query(
      'insert into core.memberships (org_id, account_id, role_code) values ($1::uuid, $2::uuid, $3)',
      [wanted.orgId, made.account_id, wanted.role],
    );
    await tx.query(
      `select core.audit($1::uuid, 'create_service_client', 'service_client', $2, jsonb_build_object('name', $3::text, 'role', $4::text))`,
      [wanted.orgId, made.client_id, wanted.name, wanted.role],
    );
    const { rows: stored } = await tx.query<Stored>(
      `select ${COLUMNS} from core.service_clients c left join core.memberships m using (org_id, account_id) where c.client_id = $1::uuid`,
      [made.client_id],
    );
    if (stored[0] === undefined) throw new Error('The new client has no row');
    return toRow(stored[0]);
  });
  return { ...row, client_secret: secret };
}

/** Service clients of a workspace, newest first, revoked ones too. Throws `forbidden` below admin. */
export async function listServiceClients(
  db: Database,
  caller: AccountIdentity,
  orgId: string,
  requestId: string,
): Promise<ServiceClientRow[]> {
  return db.tx({ ...onBehalfOf(caller, requestId), readOnly: true }, async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'admin')`, [orgId]);
    const { rows } = await tx.query<Stored>(
      `select ${COLUMNS} from core.service_clients c left join core.memberships m using (org_id, account_id)
       where c.org_id = $1::uuid order by c.created_at desc, c.client_id limit ${LIST_LIMIT}`,
      [orgId],
    );
    return rows.map(toRow);
  });
}

/** Revokes a client: its tokens too. False when the caller is admin of no workspace with such a client. */
export async function revokeServiceClient(
  db: Database,
  caller: AccountIdentity,
  clientId: string,
  requestId: string,
): Promise<boolean> {
  return db.tx(onBehalfOf(caller, requestId), async (tx) => {
    const { rows } = await tx.query<{
      org_id: string;
      account_id: string;
      name: string;
      was_revoked: boolean;
    }>(
      `select org_id, account_id, name, revoked_at is not null as was_revoked from core.service_clients
       where client_id = $1::uuid and org_id = any (auth.org_ids()) for update`,
      [clientId],
    );
    const found = rows[0];
    if (found === undefined) return false;
    await tx.query(`select auth.require_role($1::uuid, 'admin')`, [found.org_id]);
    if (found.was_revoked) return true;
    await tx.query('update core.service_clients set revoked_at = now() where client_id = $1::uuid', [
      clientId,
    ]);
    await tx.query('delete from core.memberships where org_id = $1::uuid and account_id = $2::uuid', [
      found.org_id,
      found.account_id,
    ]);
    await tx.query(
      `select core.audit($1::uuid, 'revoke_service_client', 'service_client', $2, jsonb_build_object('name', $3::text))`,
      [found.org_id, clientId, found.name],
    );
    return true;
  });
}

function toRow(stored: Stored): ServiceClientRow {
  return {
    ...stored,
    created_at: stored.created_at.toISOString(),
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    revoked_at: stored.revoked_at?.toISOString() ?? null,
  };
}
