import type { PasswordChange } from '#contract/auth.ts';
import type { Database } from '#server/database/port.ts';
import { auditAuth } from './audit.ts';
import { SYSTEM } from './system.ts';
import { hashPassword } from './password.ts';
import { openSession, type OpenSession, type SessionAccount } from './sessions.ts';

export interface PasswordRecord extends SessionAccount {
  readonly password_hash: string | null;
  readonly is_disabled: boolean;
}

const COLUMNS = 'account_id, email, display_name, password_hash, disabled_at is not null as is_disabled';

/** Account of an e-mail address, in any case; null when there is none. */
export async function findByEmail(db: Database, email: string): Promise<PasswordRecord | null> {
  const sql = `select ${COLUMNS} from core.accounts where email = lower($1)`;
  const { rows } = await db.one<PasswordRecord>({ ...SYSTEM, readOnly: true }, sql, [email]);
  return rows[0] ?? null;
}

export async function findById(db: Database, accountId: string): Promise<PasswordRecord | null> {
  const sql = `select ${COLUMNS} from core.accounts where account_id = $1::uuid`;
  const { rows } = await db.one<PasswordRecord>({ ...SYSTEM, readOnly: true }, sql, [accountId]);
  return rows[0] ?? null;
}

/** Opens a session after the password was checked. */
export function signInByPassword(
  db: Database,
  account: SessionAccount,
  caller: { userAgent: string | null; requestId: string },
): Promise<OpenSession> {
  return db.tx(SYSTEM, async (tx) => {
    const session = await openSession(tx, account, caller.userAgent);
    await auditAuth(tx, {
      action: 'sign_in',
      accountId: account.account_id,
      objectType: 'session',
      objectId: session.sessionId,
      requestId: caller.requestId,
      detail: { method: 'password' },
    });
    return session;
  });
}

export async function auditRefusedSignIn(
  db: Database,
  accountId: string | null,
  requestId: string,
): Promise<void> {
  await db.tx(SYSTEM, (tx) =>
    auditAuth(tx, {
      action: 'sign_in',
      accountId,
      outcome: 'refused',
      requestId,
      detail: { method: 'password' },
    }),
  );
}

/**
 * Sets a password and ends every other session of the account. Where there was one before, the tokens made by hand end
 * too: whoever knew the old password may have made some, and only now is out. A first password had nobody to know it.
 */
export async function setPassword(
  db: Database,
  change: { accountId: string; keepSessionId: string; newPassword: string; requestId: string },
): Promise<PasswordChange> {
  const passwordHash = await hashPassword(change.newPassword);
  return db.tx(SYSTEM, async (tx) => {
    const before = await tx.query<{ had_password: boolean }>(
      'select password_hash is not null as had_password from core.accounts where account_id = $1::uuid for update',
      [change.accountId],
    );
    await tx.query('update core.accounts set password_hash = $2 where account_id = $1::uuid', [
      change.accountId,
      passwordHash,
    ]);
    const sessions = await tx.query(
      `update core.sessions set revoked_at = now()
       where account_id = $1::uuid and session_id <> $2::uuid and revoked_at is null`,
      [change.accountId, change.keepSessionId],
    );
    const tokens =
      before.rows[0]?.had_password === true
        ? await tx.query(
            `update core.access_tokens set revoked_at = now()
             where account_id = $1::uuid and revoked_at is null and expires_at > now()`,
            [change.accountId],
          )
        : { rowCount: 0 };
    const ended = { ended_sessions: sessions.rowCount, revoked_tokens: tokens.rowCount };
    await auditAuth(tx, {
      action: 'set_password',
      accountId: change.accountId,
      requestId: change.requestId,
      detail: ended,
    });
    return ended;
  });
}
