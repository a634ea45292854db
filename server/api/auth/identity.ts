import type { Role } from '#contract/jobs.ts';

/**
 * A person, or a program that acts as an account: exactly one of `sessionId` (a browser), `tokenId` (a token made by hand),
 * `apiKeyId` and `clientId` (a service client) is set.
 */
export interface AccountIdentity {
  readonly kind: 'account';
  readonly role: 'web_user';
  readonly accountId: string;
  readonly sessionId: string | null;
  readonly tokenId: string | null;
  readonly apiKeyId: string | null;
  readonly clientId: string | null;
  readonly roleCap: Role | null;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A registered worker agent. */
export interface WorkerIdentity {
  readonly kind: 'worker';
  readonly role: 'web_worker';
  readonly workerId: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Somebody who may register workers of one workspace, and nothing else. */
export interface RegistrationIdentity {
  readonly kind: 'registration';
  readonly role: 'web_worker';
  readonly registrationTokenId: string;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Who is calling, from our own records: the role of the database and the claims its policies read. */
export type Identity = AccountIdentity | WorkerIdentity | RegistrationIdentity;
