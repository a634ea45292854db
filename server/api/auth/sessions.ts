import type { Database, Queryable } from '#server/database/port.ts';
import type { JwtKeys } from './access-jwt.ts';
import { auditAuth } from './audit.ts';
import { SYSTEM } from './system.ts';
import { newToken, tokenHash } from './token-hash.ts';

/** Days a browser session lives after its last refresh. */
export const SESSION_LIFE_DAYS = 30;
/** Seconds in which the token before the last rotation still counts: two tabs, or an answer that got lost. */
const REUSE_GRACE_S = 10;

export interface SessionAccount {
  readonly account_id: string;
  readonly email: string;
  readonly display_name: string;
}

/** A session and the refresh token that the cookie gets. */
export interface OpenSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  readonly account: SessionAccount;
}

export type Rotation =
  | ({ readonly kind: 'rotated' } & OpenSession)
  | { readonly kind: 'unknown' }
  /** Somebody used an old token: the session is revoked now. */
  | { readonly kind: 'reused'; readonly sessionId: string };

/** Opens a session for an account that proved who it is. */
export async function openSession(
  tx: Queryable,
  account: SessionAccount,
  userAgent: string | null,
): Promise<OpenSession> {
  const refreshToken = newToken('ysf_');
  const { rows } = await tx.query<{ session_id: string }>(
    `insert into core.sessions (account_id, refresh_token_hash, user_agent, expires_at)
     values ($1::uuid, decode($2, 'hex'), $3, now() + make_interval(days => $4::integer))
     returning session_id`,
    [account.account_id, tokenHash(refreshToken), userAgent?.slice(0, 300) ?? null, SESSION_LIFE_DAYS],
  );
  const sessionId = rows[0]?.session_id;
  if (sessionId === undefined) throw new Error('The new session has no id');
  return { sessionId, refreshToken, account };
}

type FoundRow = SessionAccount & { session_id: string };

/** Exchanges a refresh token for its successor and slides the session's end. */
export async function rotateSession(
  deps: { db: Database; keys: JwtKeys },
  refreshToken: string,
  requestId: string,
): Promise<Rotation> {
  const next = deps.keys.successorOf(refreshToken);
  const hashes = [tokenHash(refreshToken), tokenHash(next)];
  return deps.db.tx(SYSTEM, async (tx) => {
    const current = await tx.query<FoundRow>(
      `update core.sessions s set refresh_token_hash = decode($2, 'hex'), previous_token_hash = s.refresh_token_hash,
         last_used_at = now(), expires_at = now() + make_interval(days => $3::integer)
       from core.accounts a
       where a.account_id = s.account_id and a.disabled_at is null
         and s.refresh_token_hash = decode($1, 'hex') and s.revoked_at is null and s.expires_at > now()
       returning s.session_id, a.account_id, a.email, a.display_name`,
      [...hashes, SESSION_LIFE_DAYS],
    );
    if (current.rows[0] !== undefined) return rotated(current.rows[0], next);
    const previous = await tx.query<FoundRow & { is_fresh: boolean; is_next: boolean }>(
      `select s.session_id, a.account_id, a.email, a.display_name,
         s.last_used_at > now() - make_interval(secs => $3::integer) as is_fresh,
         s.refresh_token_hash = decode($2, 'hex') as is_next
       from core.sessions s join core.accounts a on a.account_id = s.account_id and a.disabled_at is null
       where s.previous_token_hash = decode($1, 'hex') and s.revoked_at is null and s.expires_at > now()
       for update of s`,
      [...hashes, REUSE_GRACE_S],
    );
    const found = previous.rows[0];
    if (found === undefined) return { kind: 'unknown' };
    if (found.is_fresh && found.is_next) return rotated(found, next);
    await tx.query('update core.sessions set revoked_at = now() where session_id = $1::uuid', [
      found.session_id,
    ]);
    await auditAuth(tx, {
      action: 'session_reuse_detected',
      accountId: found.account_id,
      objectType: 'session',
      objectId: found.session_id,
      outcome: 'refused',
      requestId,
    });
    return { kind: 'reused', sessionId: found.session_id };
  });
}

/** Ends the session that a refresh token or an access token belongs to; answers the ids of those it ended. */
export async function endSession(
  db: Database,
  by: { refreshToken: string | null; sessionId: string | null },
  requestId: string,
): Promise<string[]> {
  return db.tx(SYSTEM, async (tx) => {
    const { rows } = await tx.query<{ session_id: string; account_id: string }>(
      `update core.sessions set revoked_at = now()
       where revoked_at is null
         and (session_id = $1::uuid or decode($2, 'hex') in (refresh_token_hash, previous_token_hash))
       returning session_id, account_id`,
      [by.sessionId, by.refreshToken === null ? null : tokenHash(by.refreshToken)],
    );
    for (const { session_id: objectId, account_id: accountId } of rows) {
      await auditAuth(tx, { action: 'sign_out', accountId, objectType: 'session', objectId, requestId });
    }
    return rows.map((row) => row.session_id);
  });
}

function rotated(row: FoundRow, refreshToken: string): Rotation {
  const { session_id: sessionId, account_id, email, display_name } = row;
  return { kind: 'rotated', sessionId, refreshToken, account: { account_id, email, display_name } };
}
