import type { Database, Queryable } from '#server/database/port.ts';
import { auditAuth } from './audit.ts';
import type { ProvenPerson } from './oidc-provider.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { openSession, type OpenSession, type SessionAccount } from './sessions.ts';
import { SYSTEM } from './system.ts';

export type ExternalSignIn =
  | { readonly kind: 'signed-in'; readonly session: OpenSession }
  /** `domain` not allowed, e-mail `unverified`, `unknown` here and accounts are not made, or `disabled`. */
  | { readonly kind: 'refused'; readonly why: 'domain' | 'unverified' | 'unknown' | 'disabled' };

type Found = SessionAccount & { is_disabled: boolean };

/**
 * Signs a person in whom the provider has proven: by the identity met before, else by the verified e-mail address of an
 * account, else (where it is configured) as a new account.
 */
export async function signInExternally(
  db: Database,
  person: ProvenPerson,
  settings: OidcSettings,
  caller: { userAgent: string | null; requestId: string },
): Promise<ExternalSignIn> {
  const domain = person.email.slice(person.email.lastIndexOf('@') + 1);
  return db.tx(SYSTEM, async (tx) => {
    const refuse = async (
      why: Extract<ExternalSignIn, { kind: 'refused' }>['why'],
      accountId: string | null,
    ) => {
      const detail = { method: 'oidc', why };
      await auditAuth(tx, {
        action: 'sign_in',
        accountId,
        outcome: 'refused',
        requestId: caller.requestId,
        detail,
      });
      return { kind: 'refused', why } as const;
    };
    if (!person.isEmailVerified) return refuse('unverified', null);
    if (settings.allowedDomains.length > 0 && !settings.allowedDomains.includes(domain))
      return refuse('domain', null);
    const account =
      (await findLinked(tx, person)) ??
      (await linkByEmail(tx, person, caller.requestId)) ??
      (await provision(tx, person, settings, caller.requestId));
    if (account === null) return refuse('unknown', null);
    if (account.is_disabled) return refuse('disabled', account.account_id);
    const { account_id, email, display_name } = account;
    const session = await openSession(tx, { account_id, email, display_name }, caller.userAgent);
    await auditAuth(tx, {
      action: 'sign_in',
      accountId: account_id,
      objectType: 'session',
      objectId: session.sessionId,
      requestId: caller.requestId,
      detail: { method: 'oidc' },
    });
    return { kind: 'signed-in', session };
  });
}

async function findLinked(tx: Queryable, { issuer, subject, email }: ProvenPerson): Promise<Found | null> {
  const { rows } = await tx.query<Found>(
    `update core.external_identities i set last_used_at = now(), email = $3 from core.accounts a
     where i.issuer = $1 and i.subject = $2 and a.account_id = i.account_id
     returning a.account_id, a.email, a.display_name, a.disabled_at is not null as is_disabled`,
    [issuer, subject, email],
  );
  return rows[0] ?? null;
}

async function linkByEmail(tx: Queryable, person: ProvenPerson, requestId: string): Promise<Found | null> {
  const { rows } = await tx.query<Found>(
    `select a.account_id, a.email, a.display_name, a.disabled_at is not null as is_disabled from core.accounts a
     where a.email = $1 and not exists (select from core.service_clients c where c.account_id = a.account_id)`,
    [person.email],
  );
  const account = rows[0];
  if (account === undefined || account.is_disabled) return account ?? null;
  await link(tx, person, account.account_id);
  await auditAuth(tx, { action: 'link_external_identity', accountId: account.account_id, requestId });
  return account;
}

async function provision(
  tx: Queryable,
  person: ProvenPerson,
  settings: OidcSettings,
  requestId: string,
): Promise<Found | null> {
  if (settings.provision === null) return null;
  const { orgId, role } = settings.provision;
  const { rows } = await tx.query<Found>(
    `insert into core.accounts (email, display_name) values ($1, $2)
     returning account_id, email, display_name, false as is_disabled`,
    [person.email, person.name ?? person.email],
  );
  const account = rows[0];
  if (account === undefined) throw new Error('The new account has no row');
  await tx.query(
    'insert into core.memberships (org_id, account_id, role_code) values ($1::uuid, $2::uuid, $3)',
    [orgId, account.account_id, role],
  );
  await link(tx, person, account.account_id);
  await auditAuth(tx, {
    action: 'provision_account',
    accountId: account.account_id,
    requestId,
    detail: { role },
  });
  return account;
}

async function link(
  tx: Queryable,
  { issuer, subject, email }: ProvenPerson,
  accountId: string,
): Promise<void> {
  await tx.query(
    'insert into core.external_identities (issuer, subject, account_id, email) values ($1, $2, $3::uuid, $4)',
    [issuer, subject, accountId, email],
  );
}
