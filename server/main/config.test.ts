import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeKey, environmentSchema, mintSecret, readConfig } from './config.ts';
import { loadSecrets } from './secrets.ts';
import { localUrl } from './serve.ts';

const SECRET = 'x'.repeat(31) + 'é';
const KEY_HEX = '0123456789abcdef'.repeat(4);

describe('readConfig', () => {
  it('needs nothing, listens on loopback, and trusts nobody', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4600,
      LOG_LEVEL: 'info',
      TRUST_PROXY: false,
      CORS_ORIGINS: [],
      YARDSTICK_DATA: join(process.cwd(), '.yardstick'),
      DB_FOLDER: join(process.cwd(), 'db'),
      WEB_ROOT: join(process.cwd(), 'dist/web'),
    });
  });

  it('takes an empty variable as one that is not set', () => {
    expect(readConfig({ DATABASE_URL: '', PORT: '', CORS_ORIGINS: '' })).toMatchObject({
      PORT: 4600,
      CORS_ORIGINS: [],
    });
  });

  it('reads lists, numbers and origins', () => {
    const config = readConfig({
      PORT: '0',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/8',
      CORS_ORIGINS: 'https://a.example/, http://b.example:8080',
      PUBLIC_URL: 'https://bench.example.org',
      JWT_SECRET: SECRET,
      ENCRYPTION_KEY: KEY_HEX,
    });
    expect(config).toMatchObject({
      PORT: 0,
      TRUST_PROXY: ['127.0.0.1', '10.0.0.0/8'],
      CORS_ORIGINS: ['https://a.example', 'http://b.example:8080'],
    });
    expect(readConfig({ TRUST_PROXY: 'true' }).TRUST_PROXY).toBe(true);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://secret@host/db'],
    ['JWT_SECRET', 'too-short-secret'],
    ['JWT_SECRET_PREVIOUS', `${'x'.repeat(32)},too-short-secret`],
    ['JWT_JWKS', 'no-json-secret'],
    ['JWT_JWKS', '{"keys":[{"kty":"oct","kid":"a","k":"c2VjcmV0-secret"}]}'],
    ['ENCRYPTION_KEY', 'abcd-secret'],
    ['LOG_LEVEL', 'loud'],
    ['PUBLIC_URL', 'bench.example.org'],
    ['CORS_ORIGINS', '*'],
  ])('names a bad %s in one line and keeps its value to itself', (name, value) => {
    const attempt = () => readConfig({ [name]: value });
    expect(attempt).toThrow(new RegExp(`^bad setting: ${name}: .+`));
    expect(attempt).not.toThrow(/secret|\n/);
  });

  it('reads earlier secrets and public keys', () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'service-1' };
    const config = readConfig({
      JWT_SECRET_PREVIOUS: `${SECRET}, ${'y'.repeat(32)}`,
      JWT_JWKS: JSON.stringify({ keys: [jwk] }),
    });
    expect(config.JWT_SECRET_PREVIOUS).toEqual([SECRET, 'y'.repeat(32)]);
    expect(config.JWT_JWKS).toMatchObject([{ kid: 'service-1', alg: 'EdDSA' }]);
    expect(readConfig({})).toMatchObject({ JWT_SECRET_PREVIOUS: [], JWT_JWKS: [] });
  });

  it('is documented, setting by setting, with its default', () => {
    const [page = ''] = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8').split(
      '# Settings of the sizing service',
    );
    const rows = new Map(
      [...page.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| .+ \|$/gm)].map((match) => [match[1], match[2] ?? '']),
    );
    expect([...rows.keys()].sort()).toEqual(Object.keys(environmentSchema.shape).sort());
    const defaults = readConfig({});
    for (const name of [
      'HOST',
      'PORT',
      'DATABASE_POOL_SIZE',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'BODY_LIMIT_BYTES',
      'MAX_EVENT_LOOP_DELAY_MS',
    ] as const) {
      expect(rows.get(name), name).toBe(`\`${String(defaults[name])}\``);
    }
  });
});

describe('loadSecrets', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardstick-secrets-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes them once, for this user alone', () => {
    const first = loadSecrets({ YARDSTICK_DATA: folder });
    expect(first.jwtSecret.byteLength).toBe(64);
    expect(first.encryptionKey.byteLength).toBe(32);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(loadSecrets({ YARDSTICK_DATA: folder })).toEqual(first);
  });

  it('prefers the ones given, and then writes no file', () => {
    const given = loadSecrets({ JWT_SECRET: SECRET, ENCRYPTION_KEY: KEY_HEX, YARDSTICK_DATA: folder });
    expect(Buffer.from(given.jwtSecret).toString()).toBe(SECRET);
    expect(Buffer.from(given.encryptionKey).toString('hex')).toBe(KEY_HEX);
    expect(() => statSync(join(folder, 'secrets.json'))).toThrow('ENOENT');
  });

  it('does not quote a file it cannot read', () => {
    writeFileSync(join(folder, 'secrets.json'), '{"jwt_secret": "precious');
    expect(() => loadSecrets({ YARDSTICK_DATA: folder })).toThrow(
      /^cannot use .*secrets\.json: it does not hold what it should$/,
    );
  });
});

it('reads keys in hex and both alphabets of base64', () => {
  const bytes = Buffer.from(KEY_HEX, 'hex');
  for (const text of [KEY_HEX, bytes.toString('base64'), bytes.toString('base64url')])
    expect(decodeKey(text)).toEqual(bytes);
});

it('names an address that a browser on this machine reaches', () => {
  expect(localUrl('0.0.0.0', 1)).toBe('http://127.0.0.1:1');
  expect(localUrl('::', 1)).toBe('http://[::1]:1');
  expect(localUrl('bench.local', 1)).toBe('http://bench.local:1');
});

describe('mintSecret', () => {
  const signing = Buffer.from('s'.repeat(40));

  it('is off unless given, and must not sign', () => {
    expect(mintSecret(readConfig({}), signing)).toBeNull();
    expect(mintSecret(readConfig({ MINT_SECRET: 'm'.repeat(40) }), signing)).toBe('m'.repeat(40));
    expect(() => mintSecret(readConfig({ MINT_SECRET: 's'.repeat(40) }), signing)).toThrow('must not be');
    const previous = { MINT_SECRET: 'p'.repeat(40), JWT_SECRET_PREVIOUS: 'p'.repeat(40) };
    expect(() => mintSecret(readConfig(previous), signing)).toThrow('must not be');
    expect(() => readConfig({ MINT_SECRET: 'short' })).toThrow('MINT_SECRET: needs at least 32 bytes');
  });
});
