import type { Database } from '#server/database/port.ts';
import { auditAuth } from './audit.ts';
import { SYSTEM } from './authenticate.ts';
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

/** Sets a password and ends every other session of the account: whoever knew the old one is out. */
export async function setPassword(
  db: Database,
  change: { accountId: string; keepSessionId: string; newPassword: string; requestId: string },
): Promise<void> {
  const passwordHash = await hashPassword(change.newPassword);
  await db.tx(SYSTEM, async (tx) => {
    await tx.query('update core.accounts set password_hash = $2 where account_id = $1::uuid', [
      change.accountId,
      passwordHash,
    ]);
    await tx.query(
      `update core.sessions set revoked_at = now()
       where account_id = $1::uuid and session_id <> $2::uuid and revoked_at is null`,
      [change.accountId, change.keepSessionId],
    );
    await auditAuth(tx, { action: 'set_password', accountId: change.accountId, requestId: change.requestId });
  });
}
