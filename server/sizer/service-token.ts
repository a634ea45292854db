import { jwtVerify } from 'jose';
import { SERVICE_TOKEN, serviceClaimsSchema, type ServiceClaims } from '#contract/sizer/service.ts';

/** Clocks of two machines differ by a little. */
const CLOCK_SKEW_S = 5;

/** Reads the token of a call: its claims, or null for whatever is not a good one signed with `secret`. */
export async function verifyServiceToken(
  secret: Uint8Array,
  header: string | undefined,
): Promise<ServiceClaims | null> {
  const token = /^Bearer +([A-Za-z0-9._-]{1,4096})$/i.exec(header ?? '')?.[1];
  if (token === undefined) return null;
  try {
    const { payload } = await jwtVerify(token, secret, {
      algorithms: ['HS256'],
      issuer: SERVICE_TOKEN.issuer,
      audience: SERVICE_TOKEN.audience,
      clockTolerance: CLOCK_SKEW_S,
      requiredClaims: ['exp', 'iat'],
      maxTokenAge: SERVICE_TOKEN.maxLifeS,
    });
    if (Number(payload.exp) - Number(payload.iat) > SERVICE_TOKEN.maxLifeS) return null;
    return serviceClaimsSchema.parse(payload);
  } catch {
    return null;
  }
}
