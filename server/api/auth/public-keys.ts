import { createPublicKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';

/** A public key that tokens may be signed by. Its algorithm is the key's own, never what a token says. */
export interface PublicJwtKey {
  readonly kid: string;
  readonly alg: string;
  readonly key: KeyObject;
}

const RSA_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
/** RFC 7518, 3.3. */
const MIN_RSA_BITS = 2_048;
/** The one algorithm of each curve: RFC 7518, 3.4, and RFC 8037, 3.1. */
const CURVE_ALGORITHMS: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

const jwkSchema = z.looseObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: z.string().min(1),
  alg: z.string().exactOptional(),
  use: z.string().exactOptional(),
  crv: z.string().exactOptional(),
});
const setSchema = z.object({ keys: z.array(z.unknown()).min(1) });

/**
 * Reads a JWK Set (RFC 7517) of public RSA, EC and Ed25519 keys. Throws RangeError that names the key and its fault, never
 * a value: whoever pastes a private key by mistake must not find it in the log.
 */
export function readPublicKeys(text: string): PublicJwtKey[] {
  const keys = setSchema.safeParse(parseJson(text));
  if (!keys.success) throw new RangeError('needs a JWK set: {"keys": [{…}]}');
  const read = keys.data.keys.map(readKey);
  if (new Set(read.map(({ kid }) => kid)).size < read.length)
    throw new RangeError('two keys have the same kid');
  return read;
}

function readKey(value: unknown, index: number): PublicJwtKey {
  const fault = (what: string) => new RangeError(`key ${index + 1} ${what}`);
  const jwk = jwkSchema.safeParse(value);
  if (!jwk.success) throw fault('needs a kid, and kty RSA, EC or OKP');
  if ('d' in jwk.data || 'k' in jwk.data) throw fault('is private: give its public part only');
  if (jwk.data.use !== undefined && jwk.data.use !== 'sig') throw fault('is not for signatures (use)');
  const { kty, kid, crv = '', alg } = jwk.data;
  const own = kty === 'RSA' ? RSA_ALGORITHMS.find((each) => each === alg) : CURVE_ALGORITHMS[crv];
  if (own === undefined)
    throw fault(kty === 'RSA' ? 'needs an alg, such as RS256' : 'has a curve that is not known here');
  if (alg !== undefined && alg !== own) throw fault('has an alg that does not fit its curve');
  let key: KeyObject;
  try {
    key = createPublicKey({ key: jwk.data, format: 'jwk' });
  } catch {
    throw fault('cannot be read');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength;
  if (bits !== undefined && bits < MIN_RSA_BITS) throw fault(`has ${bits} bits; it needs ${MIN_RSA_BITS}`);
  return { kid, alg: own, key };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
