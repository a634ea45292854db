import { randomUUID } from 'node:crypto';
import type { AccessTokenRow, MemberTokenRow } from '#contract/auth.ts';
import type { Role } from '#contract/jobs.ts';
import type { Database } from '#server/database/port.ts';
import { auditAuth } from './audit.ts';
import type { AccountIdentity } from './identity.ts';
import { onBehalfOf, SYSTEM } from './system.ts';

const COLUMNS = 'token_id, name, role_cap, created_at, expires_at, last_used_at, revoked_at';
/** Tokens of one account that a list shows, newest first. */
const LIST_LIMIT = 500;

interface StoredToken {
  token_id: string;
  name: string;
  role_cap: Role | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Tokens of an account, newest first, revoked and expired ones too. */
export async function listAccessTokens(db: Database, accountId: string): Promise<AccessTokenRow[]> {
  const { rows } = await db.one<StoredToken>(
    { ...SYSTEM, readOnly: true },
    `select ${COLUMNS} from core.access_tokens where account_id = $1::uuid order by created_at desc, token_id limit ${LIST_LIMIT}`,
    [accountId],
  );
  return rows.map(toRow);
}

/** Records a token; the JWT is signed by the caller and stored nowhere. */
export async function insertAccessToken(
  db: Database,
  token: { accountId: string; name: string; roleCap: Role | null; lifeS: number; requestId: string },
): Promise<{ row: AccessTokenRow; expiresAt: Date }> {
  const tokenId = randomUUID();
  // Whole seconds, as the JWT's exp has: both end at the same moment.
  const expiresAt = new Date((Math.floor(Date.now() / 1000) + token.lifeS) * 1000);
  return db.tx(SYSTEM, async (tx) => {
    const { rows } = await tx.query<StoredToken>(
      `insert into core.access_tokens (token_id, account_id, name, role_cap, expires_at)
       values ($1::uuid, $2::uuid, $3, $4, $5::timestamptz) returning ${COLUMNS}`,
      [tokenId, token.accountId, token.name, token.roleCap, expiresAt.toISOString()],
    );
    const stored = rows[0];
    if (stored === undefined) throw new Error('The new token has no row');
    await auditAuth(tx, {
      action: 'create_access_token',
      accountId: token.accountId,
      objectType: 'access_token',
      objectId: tokenId,
      requestId: token.requestId,
      detail: { name: token.name, role_cap: token.roleCap, expires_at: expiresAt.toISOString() },
    });
    return { row: toRow(stored), expiresAt };
  });
}

/** Revokes a token of the account; false when it has none of that id. Revoking again changes nothing. */
export async function revokeAccessToken(
  db: Database,
  token: { accountId: string; tokenId: string; requestId: string },
): Promise<boolean> {
  return db.tx(SYSTEM, async (tx) => {
    const { rows } = await tx.query<{ was_revoked: boolean }>(
      `select revoked_at is not null as was_revoked from core.access_tokens
       where token_id = $1::uuid and account_id = $2::uuid for update`,
      [token.tokenId, token.accountId],
    );
    const found = rows[0];
    if (found === undefined) return false;
    if (found.was_revoked) return true;
    await tx.query('update core.access_tokens set revoked_at = now() where token_id = $1::uuid', [
      token.tokenId,
    ]);
    await auditAuth(tx, {
      action: 'revoke_access_token',
      accountId: token.accountId,
      objectType: 'access_token',
      objectId: token.tokenId,
      requestId: token.requestId,
    });
    return true;
  });
}

/** Tokens of the members of a workspace, newest first. Throws `forbidden` below admin. */
export async function listMemberTokens(
  db: Database,
  caller: AccountIdentity,
  orgId: string,
  requestId: string,
): Promise<MemberTokenRow[]> {
  return db.tx({ ...onBehalfOf(caller, requestId), readOnly: true }, async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'admin')`, [orgId]);
    const { rows } = await tx.query<StoredToken & { account_id: string; email: string }>(
      `select t.token_id, t.name, t.role_cap, t.created_at, t.expires_at, t.last_used_at, t.revoked_at, t.account_id, a.email
       from core.access_tokens t join core.memberships m using (account_id) join core.accounts a using (account_id)
       where m.org_id = $1::uuid order by t.created_at desc, t.token_id limit ${LIST_LIMIT}`,
      [orgId],
    );
    return rows.map((row) => ({ ...toRow(row), account_id: row.account_id, email: row.email }));
  });
}

/**
 * Revokes a token of a member; false when no member of the workspace has it. A token is not of one workspace, so only an
 * owner ends an owner's. Throws `forbidden`.
 */
export async function revokeMemberToken(
  db: Database,
  caller: AccountIdentity,
  token: { orgId: string; tokenId: string },
  requestId: string,
): Promise<boolean> {
  return db.tx(onBehalfOf(caller, requestId), async (tx) => {
    await tx.query(`select auth.require_role($1::uuid, 'admin')`, [token.orgId]);
    const { rows } = await tx.query<{ account_id: string; was_revoked: boolean; needs: string }>(
      `select t.account_id, t.revoked_at is not null as was_revoked, case m.role_code when 'owner' then 'owner' else 'admin' end as needs
       from core.access_tokens t join core.memberships m using (account_id)
       where t.token_id = $1::uuid and m.org_id = $2::uuid for update of t`,
      [token.tokenId, token.orgId],
    );
    const found = rows[0];
    if (found === undefined) return false;
    await tx.query('select auth.require_role($1::uuid, $2)', [token.orgId, found.needs]);
    if (found.was_revoked) return true;
    await tx.query('update core.access_tokens set revoked_at = now() where token_id = $1::uuid', [
      token.tokenId,
    ]);
    await tx.query(
      `select core.audit($1::uuid, 'revoke_access_token', 'access_token', $2, jsonb_build_object('account_id', $3::text))`,
      [token.orgId, token.tokenId, found.account_id],
    );
    return true;
  });
}

function toRow(stored: StoredToken): AccessTokenRow {
  return {
    ...stored,
    created_at: stored.created_at.toISOString(),
    expires_at: stored.expires_at.toISOString(),
    last_used_at: stored.last_used_at?.toISOString() ?? null,
    revoked_at: stored.revoked_at?.toISOString() ?? null,
  };
}
