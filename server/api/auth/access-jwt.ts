import { createHmac, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Role } from '#contract/jobs.ts';
import type { PublicJwtKey } from './public-keys.ts';

const ISSUER = 'yardstick';
const AUDIENCE = 'yardstick-api';
const TYPE = 'at+jwt';
const CLOCK_SKEW_S = 30;
/** HS256 needs a key at least as long as its digest (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32;
/** Seconds that the access token of a browser session lives. */
export const ACCESS_TOKEN_LIFE_S = 900;
/** Seconds that a token of the client-credentials flow lives. */
export const CLIENT_TOKEN_LIFE_S = 3_600;

/** What a token says, after its signature, issuer, audience, type and life were checked. */
export interface VerifiedJwt {
  readonly accountId: string;
  /** Exactly one of the three is set. */
  readonly sessionId: string | null;
  readonly tokenId: string | null;
  /** A service client's. */
  readonly clientId: string | null;
  readonly expiresAtMs: number;
}

/** Signs and reads the JWTs of people. One secret signs; a token names its key by `kid`, and the key its algorithm. */
export interface JwtKeys {
  signAccess(accountId: string, sessionId: string): Promise<string>;
  signPersonal(token: PersonalToken): Promise<string>;
  /** For a service client, which acts in one workspace only; lives CLIENT_TOKEN_LIFE_S. */
  signClient(client: { accountId: string; clientId: string; orgId: string }): Promise<string>;
  /** null for whatever is not a good token of ours. */
  verify(token: string): Promise<VerifiedJwt | null>;
  /**
   * The refresh token that follows `refreshToken`. It is derived, so that a browser whose answer got lost can be given the
   * same successor again; without the secret nobody can compute it.
   */
  successorOf(refreshToken: string): string;
}

export interface PersonalToken {
  readonly tokenId: string;
  readonly accountId: string;
  readonly roleCap: Role | null;
  readonly expiresAt: Date;
}

const payloadSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('access'), sub: z.guid(), exp: z.number(), sid: z.guid() }),
  z.object({ kind: z.literal('personal'), sub: z.guid(), exp: z.number(), jti: z.guid() }),
  z.object({ kind: z.literal('client'), sub: z.guid(), exp: z.number(), cid: z.guid() }),
]);

/** Keys besides the signing secret that tokens are accepted by. */
export interface MoreKeys {
  /** Earlier signing secrets: verified with, never signed with. */
  readonly previousSecrets?: readonly Uint8Array[];
  readonly publicKeys?: readonly PublicJwtKey[];
}

/** Throws RangeError for a secret below 32 bytes, or a `kid` that two keys have. */
export function createJwtKeys(secret: Uint8Array, more: MoreKeys = {}): JwtKeys {
  const secrets = [secret, ...(more.previousSecrets ?? [])].map(secretKey);
  const byKid = new Map<string, VerifyKey>();
  for (const key of [...secrets, ...(more.publicKeys ?? [])]) {
    // The same secret given twice is no fault.
    const other = byKid.get(key.kid);
    if (other !== undefined && !(secrets.includes(key) && secrets.includes(other)))
      throw new RangeError(`two keys have the kid ${key.kid}`);
    byKid.set(key.kid, other ?? key);
  }
  const kid = kidOfSecret(secret);
  // `role`, `token_id` and `role_cap` are for a PostgREST in front of the same schema; this API reads them from its records.
  const sign = (claims: Record<string, unknown>, accountId: string, expiresAtS: number) =>
    new SignJWT({ role: 'web_user', ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE, kid })
      .setSubject(accountId)
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setIssuedAt()
      .setExpirationTime(expiresAtS)
      .sign(secret);
  const refreshKey = createHmac('sha256', secret).update('refresh token succession').digest();

  return {
    signAccess: (accountId, sessionId) =>
      sign(
        { kind: 'access', sid: sessionId },
        accountId,
        Math.floor(Date.now() / 1000) + ACCESS_TOKEN_LIFE_S,
      ),
    signPersonal: ({ tokenId, accountId, roleCap, expiresAt }) =>
      sign(
        {
          kind: 'personal',
          jti: tokenId,
          token_id: tokenId,
          ...(roleCap === null ? {} : { role_cap: roleCap }),
        },
        accountId,
        Math.floor(expiresAt.getTime() / 1000),
      ),
    signClient: ({ accountId, clientId, orgId }) =>
      sign(
        { kind: 'client', cid: clientId, org_id: orgId },
        accountId,
        Math.floor(Date.now() / 1000) + CLIENT_TOKEN_LIFE_S,
      ),
    async verify(token) {
      try {
        const named = decodeProtectedHeader(token).kid;
        // Tokens from before keys had names carry no kid; only our own secrets ever signed those.
        const candidates =
          named === undefined ? secrets : [byKid.get(named)].filter((key) => key !== undefined);
        const claims = payloadSchema.parse(await verifiedPayload(token, candidates));
        return {
          accountId: claims.sub,
          sessionId: claims.kind === 'access' ? claims.sid : null,
          tokenId: claims.kind === 'personal' ? claims.jti : null,
          clientId: claims.kind === 'client' ? claims.cid : null,
          expiresAtMs: claims.exp * 1000,
        };
      } catch {
        return null;
      }
    },
    successorOf: (refreshToken) =>
      `ysf_${createHmac('sha256', refreshKey).update(refreshToken).digest('base64url')}`,
  };
}

interface VerifyKey {
  readonly kid: string;
  /** The key's own; what the token's header says must be the same. */
  readonly alg: string;
  readonly key: Uint8Array | KeyObject;
}

function secretKey(secret: Uint8Array): VerifyKey {
  if (secret.byteLength < MIN_SECRET_BYTES) {
    throw new RangeError(
      `a signing secret has ${secret.byteLength} bytes; it needs at least ${MIN_SECRET_BYTES}`,
    );
  }
  return { kid: kidOfSecret(secret), alg: 'HS256', key: secret };
}

/** The same in every process that has the secret; tells nothing of it that a signature would not. */
function kidOfSecret(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('key id').digest('base64url').slice(0, 16);
}

/** Throws when none of the keys signed the token, or it is not a token of this API or over. */
async function verifiedPayload(token: string, candidates: readonly VerifyKey[]): Promise<unknown> {
  let fault: unknown = new Error('no such key');
  for (const { key, alg } of candidates) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: [alg],
        issuer: ISSUER,
        audience: AUDIENCE,
        typ: TYPE,
        clockTolerance: CLOCK_SKEW_S,
        requiredClaims: ['sub', 'exp', 'iat'],
      });
      return payload;
    } catch (error) {
      fault = error;
    }
  }
  throw fault;
}
