import type { Database, TransactionOptions } from '#server/database/port.ts';

const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'report', timeoutMs: 60_000 };

/** What ended long enough ago that nobody asks for it any more, and what the retention of the audit log says. */
const DELETIONS = {
  sessions: `delete from core.sessions where expires_at < now() - interval '1 day' or revoked_at < now() - interval '1 day'`,
  sign_in_links: `delete from core.sign_in_links where expires_at < now() - interval '1 day' or used_at < now() - interval '1 day'`,
  audit_log: `delete from core.audit_log where created_at < now() - interval '90 days'`,
  server_presence: `delete from core.server_presence where last_heard_at < now() - interval '30 days'`,
  rate_windows: `delete from core.rate_windows where window_start < now() - interval '10 minutes'`,
} as const;

export type Housekept = Record<keyof typeof DELETIONS, number>;

/** Deletes what has ended; answers how many rows of each table. Any number of processes may do it. */
export async function deleteEnded(db: Database): Promise<Housekept> {
  const counts: Housekept = {
    sessions: 0,
    sign_in_links: 0,
    audit_log: 0,
    server_presence: 0,
    rate_windows: 0,
  };
  for (const [table, sql] of Object.entries(DELETIONS)) {
    counts[table as keyof Housekept] = (await db.one(SYSTEM, sql)).rowCount;
  }
  return counts;
}
