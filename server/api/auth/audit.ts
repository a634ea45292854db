import type { Queryable } from '#server/database/port.ts';

export interface AuthEvent {
  readonly action: string;
  /** null: nobody known. */
  readonly accountId: string | null;
  readonly requestId: string | null;
  readonly objectType?: string;
  readonly objectId?: string;
  readonly outcome?: 'done' | 'refused';
  /** Never a secret. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * Writes what happened to an account into the audit log of each workspace it is a member of, so that the admins there
 * see it; without a workspace when there is none.
 */
export async function auditAuth(tx: Queryable, event: AuthEvent): Promise<void> {
  await tx.query(
    `insert into core.audit_log (org_id, account_id, action, object_type, object_id, outcome, request_id, detail)
     select m.org_id, who.account_id, $2, $3, $4, $5, $6, $7::jsonb
     from (select $1::uuid as account_id) who left join core.memberships m using (account_id)`,
    [
      event.accountId,
      event.action,
      event.objectType ?? 'account',
      event.objectId ?? event.accountId,
      event.outcome ?? 'done',
      event.requestId,
      event.detail === undefined ? null : JSON.stringify(event.detail),
    ],
  );
}
