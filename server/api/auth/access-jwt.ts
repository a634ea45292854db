import { createHmac } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Role } from '#contract/jobs.ts';

const ISSUER = 'yardstick';
const AUDIENCE = 'yardstick-api';
const TYPE = 'at+jwt';
const CLOCK_SKEW_S = 30;
/** HS256 needs a key at least as long as its digest (RFC 7518, 3.2). */
export const MIN_SECRET_BYTES = 32;
/** Seconds that the access token of a browser session lives. */
export const ACCESS_TOKEN_LIFE_S = 900;

/** What a token says, after its signature, issuer, audience, type and life were checked. */
export interface VerifiedJwt {
  readonly accountId: string;
  /** Exactly one of the two is set. */
  readonly sessionId: string | null;
  readonly tokenId: string | null;
  readonly expiresAtMs: number;
}

/** Signs and reads the JWTs of people. One secret, one algorithm, no choice for the caller. */
export interface JwtKeys {
  signAccess(accountId: string, sessionId: string): Promise<string>;
  signPersonal(token: PersonalToken): Promise<string>;
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
]);

/** Throws RangeError for a secret below 32 bytes. */
export function createJwtKeys(secret: Uint8Array): JwtKeys {
  if (secret.byteLength < MIN_SECRET_BYTES) {
    throw new RangeError(
      `the signing secret has ${secret.byteLength} bytes; it needs at least ${MIN_SECRET_BYTES}`,
    );
  }
  // `role`, `token_id` and `role_cap` are for a PostgREST in front of the same schema; this API reads them from its records.
  const sign = (claims: Record<string, unknown>, accountId: string, expiresAtS: number) =>
    new SignJWT({ role: 'web_user', ...claims })
      .setProtectedHeader({ alg: 'HS256', typ: TYPE })
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
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          clockTolerance: CLOCK_SKEW_S,
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        const claims = payloadSchema.parse(payload);
        return {
          accountId: claims.sub,
          sessionId: claims.kind === 'access' ? claims.sid : null,
          tokenId: claims.kind === 'personal' ? claims.jti : null,
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
