import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Role } from '#contract/jobs.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import type { JwtKeys, VerifiedJwt } from './access-jwt.ts';
import { API_KEY_PREFIX, findApiKey } from './api-keys.ts';
import type { AccountIdentity, Identity, RegistrationIdentity, WorkerIdentity } from './identity.ts';
import type { IdentityCache } from './identity-cache.ts';
import { TokenGate } from './token-gate.ts';
import { findServiceClient } from './service-clients.ts';
import { SYSTEM } from './system.ts';
import { tokenHash } from './token-hash.ts';

/** The one thing that a registration token may do. */
const REGISTER_PATH = '/api/rpc/worker_register';
const MAX_TOKEN_LENGTH = 4_096;
declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request was authenticated; for the log line too. */
    identity: Identity | null;
  }
}

/**
 * Says who sends a request, by its bearer token. Throws `unauthenticated`, `forbidden` for a registration token
 * elsewhere and for a key of a program at the endpoints of people, `rate_limited` for an address that tries one bad token
 * after another and for a credential that asks too often.
 */
export type Authenticate = (request: FastifyRequest) => Promise<Identity>;

export function createAuthenticate(deps: {
  db: Database;
  keys: JwtKeys;
  cache: IdentityCache;
  /** Counts a request of somebody known; throws `rate_limited`. Absent: nobody is limited. */
  admit?: (request: FastifyRequest, identity: Identity) => Promise<void>;
}): Authenticate {
  const lookUp = createLookUp(deps);
  return async (request) => {
    if (request.identity !== null) return request.identity;
    const token = bearerToken(request.headers.authorization);
    const hash = tokenHash(token);
    const identity = deps.cache.get(hash) ?? (await lookUp(token, hash, request.ip));
    if (identity === null) throw unauthenticated('The token is not valid, has expired or was revoked.');
    request.identity = deps.admit === undefined ? unlimited(identity) : identity;
    if (deps.admit !== undefined) await deps.admit(request, identity);
    if (identity.kind === 'registration') refuseElsewhere(request);
    if (identity.kind === 'account') refuseManagement(request, identity);
    return request.identity;
  };
}

/** Tells SQL, which counts submissions of jobs itself, that nobody is limited here. */
function unlimited(identity: Identity): Identity {
  return { ...identity, claims: { ...identity.claims, limits: 'off' } };
}

/** A person is needed here. Throws `forbidden` for a worker. */
export async function requireAccount(
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<AccountIdentity> {
  const identity = await authenticate(request);
  if (identity.kind !== 'account')
    throw new ApiError('forbidden', 'This needs the token of an account, not of a worker.');
  return identity;
}

/** A person who signed in is needed here: a token made by hand must not widen or renew itself. Throws `forbidden`. */
export async function requireSession(
  authenticate: Authenticate,
  request: FastifyRequest,
): Promise<AccountIdentity & { readonly sessionId: string }> {
  const identity = await requireAccount(authenticate, request);
  const { sessionId } = identity;
  if (sessionId === null) {
    throw new ApiError('forbidden', 'This needs a sign-in, not a token.', {
      hint: 'Do it on the Profile page.',
    });
  }
  return { ...identity, sessionId };
}

export function unauthenticated(message: string): ApiError {
  return new ApiError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

function bearerToken(header: string | undefined): string {
  if (header === undefined) throw unauthenticated('This request needs a token.');
  const token = /^Bearer +([A-Za-z0-9._~+/=-]+)$/i.exec(header)?.[1];
  if (token === undefined || token.length > MAX_TOKEN_LENGTH)
    throw unauthenticated('The Authorization header holds no bearer token.');
  return token;
}

/** Compared undecoded: any other spelling of the path is refused rather than guessed. */
function refuseElsewhere(request: FastifyRequest): void {
  if (request.method === 'POST' && request.raw.url?.split('?')[0] === REGISTER_PATH) return;
  throw new ApiError('forbidden', 'A registration token only registers workers.');
}

/** Keys and service clients call the API; who may sign in and with what is not theirs to see or change. */
function refuseManagement(request: FastifyRequest, identity: AccountIdentity): void {
  if (identity.apiKeyId === null && identity.clientId === null) return;
  // The route as it was registered: no spelling of the address goes around this.
  if (request.routeOptions.url?.startsWith('/api/auth/') !== true) return;
  throw new ApiError('forbidden', 'API keys and service clients are for the API only, not for credentials.', {
    hint: 'Do it signed in, on the Profile page.',
  });
}

type LookUpDeps = Parameters<typeof createAuthenticate>[0];

/**
 * Looks a token up once, however many requests bring it at the same time; not when it was refused moments ago, and not
 * for an address that had too many refused.
 */
function createLookUp(deps: LookUpDeps) {
  const gate = new TokenGate();
  const running = new Map<string, Promise<Identity | null>>();

  async function guarded(token: string, hash: string, address: string): Promise<Identity | null> {
    gate.enter(hash, address);
    // Whoever is known already (a worker's heartbeat) passes the queue of reads; the others wait in it.
    const system: TransactionOptions = { ...SYSTEM, lane: gate.isKnown(hash) ? 'control' : 'read' };
    let identity: Identity | null;
    try {
      identity = await find(deps, system, token, hash);
    } catch (error) {
      gate.undo(hash, address);
      throw error;
    }
    if (identity === null) gate.refuse(hash);
    else gate.accept(hash, address);
    return identity;
  }

  return (token: string, hash: string, address: string): Promise<Identity | null> => {
    if (gate.isRefused(hash)) return Promise.resolve(null);
    // One that began before something was revoked must not answer a request that came after.
    const key = `${deps.cache.generation} ${hash}`;
    let found = running.get(key);
    if (found === undefined) {
      found = guarded(token, hash, address).finally(() => running.delete(key));
      running.set(key, found);
    }
    return found;
  };
}

async function find(
  deps: LookUpDeps,
  system: TransactionOptions,
  token: string,
  hash: string,
): Promise<Identity | null> {
  const { generation } = deps.cache;
  if (token.startsWith('ysr_')) return findRegistration(deps.db, system, hash); // not cached: used once per start of a worker
  if (token.startsWith('ysw_')) {
    const worker = await findWorker(deps.db, system, hash);
    if (worker !== null) deps.cache.set(hash, worker, { expiresAtMs: Infinity, generation });
    return worker;
  }
  if (token.startsWith(API_KEY_PREFIX)) {
    const found = await findApiKey(deps.db, system, hash);
    if (found !== null) deps.cache.set(hash, found.identity, { expiresAtMs: found.expiresAtMs, generation });
    return found?.identity ?? null;
  }
  const jwt = await deps.keys.verify(token);
  if (jwt === null) return null;
  const account = await findAccount(deps.db, system, jwt);
  if (account !== null) deps.cache.set(hash, account, { expiresAtMs: jwt.expiresAtMs, generation });
  return account;
}

async function findWorker(
  db: Database,
  system: TransactionOptions,
  hash: string,
): Promise<WorkerIdentity | null> {
  const { rows } = await db.one<{ worker_id: string }>(
    system,
    `select worker_id from core.workers where token_hash = decode($1, 'hex')`,
    [hash],
  );
  const workerId = rows[0]?.worker_id;
  if (workerId === undefined) return null;
  return { kind: 'worker', role: 'web_worker', workerId, claims: { sub: workerId, role: 'web_worker' } };
}

async function findRegistration(
  db: Database,
  system: TransactionOptions,
  hash: string,
): Promise<RegistrationIdentity | null> {
  const { rows } = await db.one<{ registration_token_id: string; org_id: string }>(
    system,
    `update core.worker_registration_tokens set last_used_at = now()
     where token_hash = decode($1, 'hex') and revoked_at is null and (expires_at is null or expires_at > now())
     returning registration_token_id, org_id`,
    [hash],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    kind: 'registration',
    role: 'web_worker',
    registrationTokenId: row.registration_token_id,
    claims: { sub: null, role: 'web_worker', registration_org_id: row.org_id },
  };
}

function findAccount(
  db: Database,
  system: TransactionOptions,
  jwt: VerifiedJwt,
): Promise<AccountIdentity | null> {
  if (jwt.clientId !== null) return findServiceClient(db, system, jwt.clientId, jwt.accountId);
  return jwt.sessionId === null ? findPersonal(db, system, jwt) : findSession(db, system, jwt);
}

async function findSession(
  db: Database,
  system: TransactionOptions,
  jwt: VerifiedJwt,
): Promise<AccountIdentity | null> {
  const { rows } = await db.one(
    system,
    `select from core.sessions s join core.accounts a using (account_id)
     where s.session_id = $1::uuid and s.account_id = $2::uuid and s.revoked_at is null and s.expires_at > now()
       and a.disabled_at is null`,
    [jwt.sessionId, jwt.accountId],
  );
  return rows.length === 0 ? null : accountIdentity(jwt, null);
}

async function findPersonal(
  db: Database,
  system: TransactionOptions,
  jwt: VerifiedJwt,
): Promise<AccountIdentity | null> {
  const { rows } = await db.one<{ role_cap: Role | null }>(
    system,
    `with found as (
       select t.token_id, t.role_cap from core.access_tokens t join core.accounts a using (account_id)
       where t.token_id = $1::uuid and t.account_id = $2::uuid and t.revoked_at is null and t.expires_at > now()
         and a.disabled_at is null
     ), used as (
       update core.access_tokens t set last_used_at = now() from found
       where t.token_id = found.token_id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute')
     )
     select role_cap from found`,
    [jwt.tokenId, jwt.accountId],
  );
  const row = rows[0];
  return row === undefined ? null : accountIdentity(jwt, row.role_cap);
}

function accountIdentity(jwt: VerifiedJwt, roleCap: Role | null): AccountIdentity {
  const { accountId, sessionId, tokenId } = jwt;
  const claims = {
    sub: accountId,
    role: 'web_user',
    ...(tokenId === null ? {} : { token_id: tokenId }),
    ...(roleCap === null ? {} : { role_cap: roleCap }),
  };
  return {
    kind: 'account',
    role: 'web_user',
    accountId,
    sessionId,
    tokenId,
    apiKeyId: null,
    clientId: null,
    roleCap,
    claims,
  };
}
