import type { Database } from '#server/database/port.ts';
import { auditAuth } from './audit.ts';
import { SYSTEM } from './system.ts';
import { openSession, type OpenSession, type SessionAccount } from './sessions.ts';
import { newToken, tokenHash } from './token-hash.ts';

/** Makes a one-time sign-in link's token for an account; `ttlS` in seconds. Only its hash is stored. */
export async function createSignInLink(db: Database, accountId: string, ttlS: number): Promise<string> {
  const token = newToken('ysi_');
  await db.tx(SYSTEM, async (tx) => {
    await tx.query(
      `insert into core.sign_in_links (account_id, token_hash, expires_at)
       values ($1::uuid, decode($2, 'hex'), now() + make_interval(secs => $3::integer))`,
      [accountId, tokenHash(token), ttlS],
    );
    await auditAuth(tx, { action: 'create_sign_in_link', accountId, requestId: null });
  });
  return token;
}

/** Where a person opens a link. The token stands in the fragment, which browsers keep to themselves: no server logs it. */
export function signInUrl(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/sign-in#token=${token}`;
}

/** Spends a link and opens a session; null for one that is unknown, used, expired, or of a disabled account. Of many at once, one wins. */
export function redeemSignInLink(
  db: Database,
  token: string,
  caller: { userAgent: string | null; requestId: string },
): Promise<OpenSession | null> {
  return db.tx(SYSTEM, async (tx) => {
    const { rows } = await tx.query<SessionAccount>(
      `update core.sign_in_links l set used_at = now() from core.accounts a
       where a.account_id = l.account_id and a.disabled_at is null
         and l.token_hash = decode($1, 'hex') and l.used_at is null and l.expires_at > now()
       returning a.account_id, a.email, a.display_name`,
      [tokenHash(token)],
    );
    const account = rows[0];
    if (account === undefined) return null;
    const session = await openSession(tx, account, caller.userAgent);
    const { sessionId: objectId } = session;
    await auditAuth(tx, {
      action: 'sign_in',
      accountId: account.account_id,
      objectType: 'session',
      objectId,
      requestId: caller.requestId,
      detail: { method: 'link' },
    });
    return session;
  });
}
