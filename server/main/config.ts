import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { OidcSettings } from '#server/api/auth/oidc-settings.ts';
import { readPublicKeys } from '#server/api/auth/public-keys.ts';
import type { SizerSettings } from '#server/api/sizer/sizer-upstream.ts';
import { StartError } from './start-error.ts';

/** Two folders up both from `server/main` and from the bundle in `dist/server`. */
const PROGRAM_ROOT = fileURLToPath(new URL('../../', import.meta.url));

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
);
const folder = z.string().transform((path) => resolve(path));
const origin = z.url({ protocol: /^https?$/, error: 'needs an address such as https://bench.example.org' });
const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Every setting of the control plane, read from the environment once. `docs/configuration.md` lists them all; a test says so. */
export const environmentSchema = z.object({
  /** Address to listen on. Anything but loopback opens the server to the network. */
  HOST: z.string().default('127.0.0.1'),
  /** Port to listen on; 0 lets the system choose. */
  PORT: wholeNumber(0, 65_535).default(4_600),
  /** `postgres://…` of a PostgreSQL server; without it the embedded database in the data folder is used. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'needs the form postgres://user:password@host:port/database')
    .optional(),
  /** The owner's `postgres://…`, for migrations, when DATABASE_URL is of a lesser role. */
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, 'needs the form postgres://user:password@host:port/database')
    .optional(),
  /** Connections to a PostgreSQL server. */
  DATABASE_POOL_SIZE: wholeNumber(1, 500).default(10),
  /** Folder of the embedded database, its backups and the secrets made at the first start. */
  YARDSTICK_DATA: folder.default(resolve('.yardstick')),
  /** Signs the tokens of people: at least 32 bytes of text. Made at the first start when not given. */
  JWT_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= 32, 'needs at least 32 bytes')
    .optional(),
  /** Earlier JWT_SECRETs with commas between: what they signed still counts, nothing new is signed with them. */
  JWT_SECRET_PREVIOUS: list
    .pipe(z.array(z.string().refine((text) => Buffer.byteLength(text) >= 32, 'needs at least 32 bytes each')))
    .default([]),
  /** Public keys (a JWK set) of a service that signs tokens for this API. */
  JWT_JWKS: z
    .string()
    .transform((text, context) => {
      try {
        return readPublicKeys(text);
      } catch (error) {
        context.addIssue({
          code: 'custom',
          message: error instanceof RangeError ? error.message : 'cannot be read',
        });
        return z.NEVER;
      }
    })
    .default([]),
  /** Seals stored secrets: 32 bytes in base64 or hex. Made at the first start when not given. */
  ENCRYPTION_KEY: z
    .string()
    .refine((text) => decodeKey(text).length === 32, 'needs 32 bytes in base64 or hex')
    .optional(),
  /** Turns `mint_postgrest_write_jwt` on: what its callers must send, at least 32 bytes. It signs nothing. */
  MINT_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= 32, 'needs at least 32 bytes')
    .optional(),
  /** Folder of the built web pages. */
  WEB_ROOT: folder.default(resolve(PROGRAM_ROOT, 'dist/web')),
  /** Folder of the database's SQL. */
  DB_FOLDER: folder.default(resolve(PROGRAM_ROOT, 'db')),
  /** Folder of the published reference results. */
  PUBLISHED_FOLDER: folder.default(resolve(PROGRAM_ROOT, 'catalog/published')),
  /** Folder of the worker's programs with their manifest, and of more package sets below it. */
  PACKAGES_FOLDER: folder.default(resolve(PROGRAM_ROOT, 'dist/worker')),
  /** Folder of the scripts that turn a machine into a worker. */
  WORKER_SCRIPTS_FOLDER: folder.default(resolve(PROGRAM_ROOT, 'worker/scripts')),
  /** How much is logged. */
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
  /** Address that people use, when a proxy stands in front: in sign-in links, for the Secure cookie, and trusted as an origin. */
  PUBLIC_URL: origin.optional(),
  /** Whose X-Forwarded-* headers to believe: false, true (anybody's), or addresses and ranges with commas between. */
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform((text) => (text === 'true' || text === 'false' ? text === 'true' : list.parse(text))),
  /** Origins of pages served elsewhere that may call this API, with commas between. */
  CORS_ORIGINS: list.pipe(z.array(origin.transform((text) => new URL(text).origin))).default([]),
  /** Largest request body of the data API, in bytes: a worker's result file must fit. */
  BODY_LIMIT_BYTES: wholeNumber(1_048_576, 268_435_456).default(33_554_432),
  /** Mean delay of the event loop, in ms, from which requests are refused with 503; 0 never. */
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000).default(1_000),
  /** `off`: no credential and no workspace is limited. For tests and load measurements. */
  LIMITS: z.enum(['on', 'off']).default('on'),
  /** Address of an OpenID provider that people sign in by; needs OIDC_CLIENT_ID too. */
  OIDC_ISSUER: origin
    .refine(
      (text) => !text.startsWith('http:') || isLoopback(new URL(text).hostname),
      'needs https: only a provider on this machine may do without',
    )
    .optional(),
  /** What the provider knows this server as. */
  OIDC_CLIENT_ID: z.string().optional(),
  /** The client's secret; without it the client is a public one. */
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** On the button of the sign-in page: "Sign in with …". */
  OIDC_LABEL: z.string().max(40).default('single sign-on'),
  /** Domains of e-mail addresses that may sign in by the provider, with commas between; none: any. */
  OIDC_ALLOWED_DOMAINS: list
    .transform((domains) => domains.map((domain) => domain.toLowerCase().replace(/^@/, '')))
    .default([]),
  /** Role of accounts made at their first sign-in by the provider; without it only existing accounts sign in. */
  OIDC_PROVISION_ROLE: z.enum(['viewer', 'engineer', 'admin']).optional(),
  /** Workspace (org_id) where such an account becomes a member. */
  OIDC_PROVISION_ORG_ID: z.guid('needs the org_id of a workspace').optional(),
  /** Address of the sizing service; needs SIZER_JWT_SECRET too. Without it the sizer answers SIZER_NOT_CONFIGURED. */
  HARDWARE_SIZER_URL: z
    .url({ protocol: /^https?$/, error: 'needs an address such as http://127.0.0.1:4610' })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional(),
  /** Signs the calls to the sizing service: at least 32 bytes of text, the same as there. */
  SIZER_JWT_SECRET: z
    .string()
    .refine((text) => Buffer.byteLength(text) >= 32, 'needs at least 32 bytes')
    .optional(),
  /** What `/api/version` says the program was built from. */
  YARDSTICK_COMMIT: z.string().optional(),
});
export type Config = z.output<typeof environmentSchema>;

/** The OpenID provider of the settings; null when none is named. Throws StartError when its parts do not fit. */
export function oidcSettings(config: Config): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config;
  const { OIDC_PROVISION_ROLE: role, OIDC_PROVISION_ORG_ID: orgId } = config;
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined || clientId === undefined)
    throw new StartError('bad setting: OIDC_ISSUER and OIDC_CLIENT_ID need each other');
  if ((role === undefined) !== (orgId === undefined))
    throw new StartError('bad setting: OIDC_PROVISION_ROLE and OIDC_PROVISION_ORG_ID need each other');
  return {
    issuer,
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET ?? null,
    label: config.OIDC_LABEL,
    allowedDomains: config.OIDC_ALLOWED_DOMAINS,
    provision: role === undefined || orgId === undefined ? null : { role, orgId },
  };
}

/** The sizing service of the settings; null when none is named. Throws StartError when its parts do not fit. */
export function sizerSettings(config: Config): SizerSettings | null {
  const { HARDWARE_SIZER_URL: url, SIZER_JWT_SECRET: secret } = config;
  if (url === undefined && secret === undefined) return null;
  if (url === undefined || secret === undefined)
    throw new StartError('bad setting: HARDWARE_SIZER_URL and SIZER_JWT_SECRET need each other');
  return { url, secret: Buffer.from(secret) };
}

/** The mint secret of the settings; null: off. Throws StartError when it is a secret that signs. */
export function mintSecret(config: Config, jwtSecret: Uint8Array): string | null {
  const { MINT_SECRET: secret, JWT_SECRET_PREVIOUS: previous } = config;
  if (secret === undefined) return null;
  if (previous.includes(secret) || Buffer.from(secret).equals(jwtSecret))
    throw new StartError('bad setting: MINT_SECRET must not be a secret that signs tokens');
  return secret;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.(?:\d{1,3}\.){2}\d{1,3}$/.test(hostname);
}

/** Reads the settings. Throws StartError that names each bad one, never its value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable is one that was not set: compose files and shells write it that way.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
  throw new StartError(`bad setting: ${faults.join('; ')} (see docs/configuration.md)`);
}

/** Bytes of a key written in hex (64 digits) or base64 of either alphabet. */
export function decodeKey(text: string): Buffer {
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
}
