import type { ApiKeyRow } from '#contract/auth.ts';
import type { Role } from '#contract/jobs.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import type { AccountIdentity } from './identity.ts';
import { onBehalfOf } from './system.ts';
import { newToken, tokenHash } from './token-hash.ts';

export const API_KEY_PREFIX = 'ysk_';
/** Characters of a key that lists show: the prefix and 6 of the 43 random ones. */
const SHOWN = API_KEY_PREFIX.length + 6;
/** Keys that a list shows, newest first. */
const LIST_LIMIT = 500;
const COLUMNS = `k.api_key_id, k.org_id, k.account_id, a.email, k.name, k.prefix, k.role_cap, k.created_at, k.expires_at,
  k.last_used_at, k.revoked_at`;

type Stored = {
  [Name in keyof ApiKeyRow]: Name extends `${string}_at`
    ? Date | Extract<ApiKeyRow[Name], null>
    : ApiKeyRow[Name];
};

/** Whom a key acts as; null for one that is unknown, ended or revoked, or whose account is disabled or left the workspace. */
export async function findApiKey(
  db: Database,
  system: TransactionOptions,
  hash: string,
): Promise<{ identity: AccountIdentity; expiresAtMs: number } | null> {
  const { rows } = await db.one<{
    api_key_id: string;
    account_id: string;
    org_id: string;
    role_cap: Role | null;
    expires_at: Date | null;
  }>(
    system,
    `with found as (
       select k.api_key_id, k.account_id, k.org_id, k.role_cap, k.expires_at
       from core.api_keys k join core.accounts a using (account_id) join core.memberships m using (org_id, account_id)
       where k.key_hash = decode($1, 'hex') and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
         and a.disabled_at is null
     ), used as (
       update core.api_keys k set last_used_at = now() from found
       where k.api_key_id = found.api_key_id and (k.last_used_at is null or k.last_used_at < now() - interval '1 minute')
     )
     select * from found`,
    [hash],
  );
  const row = rows[0];
  if (row === undefined) return null;
  const { api_key_id: apiKeyId, account_id: accountId, org_id: orgId, role_cap: roleCap } = row;
  const claims = {
    sub: accountId,
    role: 'web_user',
    org_id: orgId,
    api_key_id: apiKeyId,
    ...(roleCap === null ? {} : { role_cap: roleCap }),
  };
  return {
    identity: {
      kind: 'account',
      role: 'web_user',
      accountId,
      sessionId: null,
      tokenId: null,
      apiKeyId,
      clientId: null,
      roleCap,
      claims,
    },
    expiresAtMs: row.expires_at?.getTime() ?? Infinity,
  };
}

/** Makes a key of the caller's in a workspace. Throws `forbidden` below engineer. The key is answered once and stored nowhere. */
export async function createApiKey(
  db: Database,
  caller: AccountIdentity,
  wanted: { orgId: string; name: string; roleCap: Role | null; lifeS: number | null },
  requestId: string,
): Promise<ApiKeyRow & { key: string }> {
  const key = newToken(API_KEY_PREFIX);
  const row = await db.tx(onBehalfOf(caller, requestId), async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'engineer')`, [wanted.orgId]);
    const { rows } = await tx.query<Stored>(
      `with k as (
         insert into core.api_keys (account_id, org_id, name, prefix, key_hash, role_cap, expires_at)
         values ($1::uuid, $2::uuid, $3, $4, decode($5, 'hex'), $6, now() + make_interval(secs => $7::integer)) returning *
       )
       select ${COLUMNS} from k join core.accounts a using (account_id)`,
      [
        caller.accountId,
        wanted.orgId,
        wanted.name,
        key.slice(0, SHOWN),
        tokenHash(key),
        wanted.roleCap,
        wanted.lifeS,
      ],
    );
    const stored = rows[0];
    if (stored === undefined) throw new Error('The new key has no row');
    await tx.query(
      `select core.audit($1::uuid, 'create_api_key', 'api_key', $2, jsonb_build_object('name', $3::text, 'role_cap', $4::text))`,
      [wanted.orgId, stored.api_key_id, wanted.name, wanted.roleCap],
    );
    return toRow(stored);
  });
  return { ...row, key };
}

/** The caller's keys in a workspace, ended ones too; all of the workspace for its admins. Throws `not_found` for a stranger. */
export async function listApiKeys(
  db: Database,
  caller: AccountIdentity,
  orgId: string,
  requestId: string,
): Promise<ApiKeyRow[]> {
  return db.tx({ ...onBehalfOf(caller, requestId), readOnly: true }, async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'viewer')`, [orgId]);
    const { rows } = await tx.query<Stored>(
      `select ${COLUMNS} from core.api_keys k join core.accounts a using (account_id)
       where k.org_id = $1::uuid and (k.account_id = $2::uuid or auth.role_rank(auth.role_in($1::uuid)) >= 3)
       order by k.created_at desc, k.api_key_id limit ${LIST_LIMIT}`,
      [orgId, caller.accountId],
    );
    return rows.map(toRow);
  });
}

/** Revokes a key of the caller's own, or of a workspace it is admin of; false when there is none. Again changes nothing. */
export async function revokeApiKey(
  db: Database,
  caller: AccountIdentity,
  apiKeyId: string,
  requestId: string,
): Promise<boolean> {
  return db.tx(onBehalfOf(caller, requestId), async (tx) => {
    const { rows } = await tx.query<{ org_id: string; name: string; was_revoked: boolean }>(
      `select org_id, name, revoked_at is not null as was_revoked from core.api_keys
       where api_key_id = $1::uuid and (account_id = $2::uuid or auth.role_rank(auth.role_in(org_id)) >= 3) for update`,
      [apiKeyId, caller.accountId],
    );
    const found = rows[0];
    if (found === undefined) return false;
    if (found.was_revoked) return true;
    await tx.query(
      'update core.api_keys set revoked_at = now(), revoked_by = $2::uuid where api_key_id = $1::uuid',
      [apiKeyId, caller.accountId],
    );
    await tx.query(
      `select core.audit($1::uuid, 'revoke_api_key', 'api_key', $2, jsonb_build_object('name', $3::text))`,
      [found.org_id, apiKeyId, found.name],
    );
    return true;
  });
}

function toRow(stored: Stored): ApiKeyRow {
  return {
    ...stored,
    created_at: stored.created_at.toISOString(),
    expires_at: stored.expires_at?.toISOString() ?? null,
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    revoked_at: stored.revoked_at?.toISOString() ?? null,
  };
}
