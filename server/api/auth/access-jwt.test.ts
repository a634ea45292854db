import { generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createJwtKeys } from './access-jwt.ts';
import { readPublicKeys } from './public-keys.ts';

const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);
const accountId = randomUUID();
const sid = randomUUID();

const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
} satisfies Record<string, { publicKey: KeyObject; privateKey: KeyObject }>;
const jwks = JSON.stringify({
  keys: Object.entries(pairs).map(([alg, { publicKey }]) => ({
    ...publicKey.export({ format: 'jwk' }),
    kid: `key-${alg}`,
    ...(alg === 'RS256' && { alg }),
  })),
});
const keys = createJwtKeys(NEW, { publicKeys: readPublicKeys(jwks) });

const sign = (header: { alg: string; kid?: string }, key: KeyObject | Uint8Array) =>
  new SignJWT({ kind: 'access', sid })
    .setProtectedHeader({ typ: 'at+jwt', ...header })
    .setSubject(accountId)
    .setIssuer('yardstick')
    .setAudience('yardstick-api')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key);

describe('secrets', () => {
  it('names its key, and goes on with what the secret before signed, without signing by it', async () => {
    const before = await createJwtKeys(OLD).signAccess(accountId, sid);
    const rotated = createJwtKeys(NEW, { previousSecrets: [OLD] });
    expect(await rotated.verify(before)).toMatchObject({ accountId, sessionId: sid });
    const after = await rotated.signAccess(accountId, sid);
    expect(decodeProtectedHeader(after).kid).not.toBe(decodeProtectedHeader(before).kid);
    expect(await createJwtKeys(NEW).verify(after)).toMatchObject({ accountId });
    expect(await createJwtKeys(OLD).verify(after)).toBeNull();
    expect(await createJwtKeys(NEW).verify(before)).toBeNull();
  });

  it('takes a token without a kid, from before keys had names, by either secret', async () => {
    const rotated = createJwtKeys(NEW, { previousSecrets: [OLD] });
    expect(await rotated.verify(await sign({ alg: 'HS256' }, OLD))).toMatchObject({ accountId });
    expect(await rotated.verify(await sign({ alg: 'HS256' }, NEW))).toMatchObject({ accountId });
    expect(await rotated.verify(await sign({ alg: 'HS256' }, Buffer.alloc(32, 3)))).toBeNull();
  });

  it('looks at no other key than the one that is named', async () => {
    const { kid } = decodeProtectedHeader(await createJwtKeys(OLD).signAccess(accountId, sid));
    const rotated = createJwtKeys(NEW, { previousSecrets: [OLD] });
    expect(await rotated.verify(await sign({ alg: 'HS256', kid: kid ?? '' }, NEW))).toBeNull();
    expect(await rotated.verify(await sign({ alg: 'HS256', kid: 'unheard-of' }, NEW))).toBeNull();
  });

  it('may be given twice, and needs 32 bytes', () => {
    expect(() => createJwtKeys(NEW, { previousSecrets: [NEW] })).not.toThrow();
    expect(() => createJwtKeys(NEW, { previousSecrets: [Buffer.alloc(31)] })).toThrow(RangeError);
  });
});

describe('public keys', () => {
  it.each(Object.keys(pairs) as (keyof typeof pairs)[])('verifies %s by the kid', async (alg) => {
    const token = await sign({ alg, kid: `key-${alg}` }, pairs[alg].privateKey);
    expect(await keys.verify(token)).toMatchObject({ accountId, sessionId: sid });
    expect(await keys.verify(await sign({ alg }, pairs[alg].privateKey)), 'without a kid').toBeNull();
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    if (alg === 'RS256')
      expect(await keys.verify(await sign({ alg, kid: `key-${alg}` }, stranger.privateKey))).toBeNull();
  });

  it("never uses a public key as an HMAC secret, nor another algorithm than the key's", async () => {
    const { publicKey, privateKey } = pairs.RS256;
    const texts = [
      publicKey.export({ format: 'pem', type: 'spki' }),
      publicKey.export({ format: 'der', type: 'spki' }),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
    ];
    for (const text of texts) {
      for (const kid of ['key-RS256', undefined])
        expect(
          await keys.verify(await sign({ alg: 'HS256', ...(kid && { kid }) }, Buffer.from(text))),
        ).toBeNull();
    }
    expect(await keys.verify(await sign({ alg: 'PS256', kid: 'key-RS256' }, privateKey))).toBeNull();
    expect(await keys.verify(await sign({ alg: 'HS256', kid: 'key-RS256' }, NEW))).toBeNull();
  });

  it.each(['none', 'None', 'NONE'])('refuses alg %s', async (alg) => {
    const good = await sign({ alg: 'RS256', kid: 'key-RS256' }, pairs.RS256.privateKey);
    const body = good.split('.')[1] ?? '';
    for (const kid of ['key-RS256', undefined]) {
      const header = Buffer.from(JSON.stringify({ alg, typ: 'at+jwt', kid })).toString('base64url');
      expect(await keys.verify(`${header}.${body}.`)).toBeNull();
      expect(await keys.verify(`${header}.${body}.${good.split('.')[2] ?? ''}`)).toBeNull();
    }
  });

  it.each([
    ['no JSON', 'nonsense', 'needs a JWK set'],
    ['no key', '{"keys":[]}', 'needs a JWK set'],
    ['a secret', '{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0"}]}', 'key 1 needs a kid, and kty'],
    [
      'a private key',
      JSON.stringify({ keys: [{ ...pairs.EdDSA.privateKey.export({ format: 'jwk' }), kid: 'a' }] }),
      'key 1 is private',
    ],
    [
      'no kid',
      JSON.stringify({ keys: [pairs.ES256.publicKey.export({ format: 'jwk' })] }),
      'key 1 needs a kid',
    ],
    [
      'RSA without alg',
      JSON.stringify({ keys: [{ ...pairs.RS256.publicKey.export({ format: 'jwk' }), kid: 'a' }] }),
      'key 1 needs an alg',
    ],
    [
      'RSA as HS256',
      JSON.stringify({
        keys: [{ ...pairs.RS256.publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'HS256' }],
      }),
      'key 1 needs an alg',
    ],
    [
      'a short RSA key',
      JSON.stringify({
        keys: [
          {
            ...generateKeyPairSync('rsa', { modulusLength: 1_024 }).publicKey.export({ format: 'jwk' }),
            kid: 'a',
            alg: 'RS256',
          },
        ],
      }),
      'key 1 has 1024 bits',
    ],
    [
      'one kid twice',
      JSON.stringify({
        keys: [1, 2].map(() => ({ ...pairs.EdDSA.publicKey.export({ format: 'jwk' }), kid: 'a' })),
      }),
      'the same kid',
    ],
  ])('are refused at the start: %s', (_what, text, fault) => {
    expect(() => readPublicKeys(text)).toThrow(fault);
  });
});
