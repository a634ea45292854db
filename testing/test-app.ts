import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { sessionSchema } from '#contract/session.ts';
import type { Role } from '#contract/jobs.ts';
import { buildApp, type AppDeps } from '#server/api/app.ts';
import { hashPassword } from '#server/api/auth/password.ts';
import { createSignInLink } from '#server/api/auth/sign-in-links.ts';
import { createLogger } from '#server/api/http/logger.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase } from './database.ts';

/** An account of a test, signed in. */
export interface SignedIn {
  readonly accountId: string;
  readonly orgId: string;
  /** Header of the access token. */
  readonly bearer: { readonly authorization: string };
  /** Cookie header of the refresh token. */
  readonly cookie: string;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Database;
  /** What it was built from: `buildApp` with it again is a second process on the same database. */
  readonly deps: AppDeps;
  readonly secrets: { readonly jwtSecret: Uint8Array; readonly encryptionKey: Uint8Array };
  /** Everything logged so far. */
  logText(): string;
  /** Makes an account with a workspace where it has `role`. */
  addAccount(account?: {
    email?: string;
    password?: string;
    role?: Role;
  }): Promise<{ accountId: string; orgId: string }>;
  /** Makes an account and signs it in by a link. */
  signIn(account?: { email?: string; password?: string; role?: Role }): Promise<SignedIn>;
  close(): Promise<void>;
}

/** What the API says of who calls. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin' } as const;

/** The whole API on a fresh database, not listening: use `inject`, or `listen` on port 0. */
export async function openTestApp(overrides: Partial<AppDeps> = {}): Promise<TestApp> {
  const database = await openTestDatabase();
  const { db } = database;
  const lines: string[] = [];
  const secrets = { jwtSecret: randomBytes(48), encryptionKey: randomBytes(32) };
  const deps: AppDeps = {
    db,
    logger: createLogger({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
    ...secrets,
    version: { version: '1.2.3', commit: null, schema: '0001-test' },
    webRoot: null,
    packagesFolder: fileURLToPath(new URL('../dist/worker', import.meta.url)),
    scriptsFolder: fileURLToPath(new URL('../worker/scripts', import.meta.url)),
    publicUrl: null,
    trustProxy: false,
    corsOrigins: [],
    bodyLimit: 4_194_304,
    pressure: null,
    limits: false,
    oidc: null,
    sizer: null,
    ...overrides,
  };
  const app = await buildApp(deps);
  let count = 0;

  const addAccount: TestApp['addAccount'] = async ({ email, password, role = 'owner' } = {}) => {
    count += 1;
    const passwordHash = password === undefined ? null : await hashPassword(password);
    const { rows } = await db.one<{ account_id: string; org_id: string }>(
      { role: 'web_system' },
      `with account as (
         insert into core.accounts (email, display_name, password_hash) values ($1, 'Test', $2) returning account_id
       ), organization as (
         insert into core.organizations (name) values ($3) returning org_id
       )
       insert into core.memberships (org_id, account_id, role_code) select org_id, account_id, $4 from account, organization
       returning account_id, org_id`,
      [email ?? `person-${count}@example.org`, passwordHash, `Workspace ${count}`, role],
    );
    const row = rows[0];
    if (row === undefined) throw new Error('no account was made');
    return { accountId: row.account_id, orgId: row.org_id };
  };

  return {
    app,
    db,
    deps,
    secrets,
    logText: () => lines.join(''),
    addAccount,
    async signIn(account) {
      const ids = await addAccount(account);
      const token = await createSignInLink(db, ids.accountId, 60);
      const response = await app.inject({ method: 'POST', url: '/api/auth/link', payload: { token } });
      const session = sessionSchema.parse(response.json());
      return {
        ...ids,
        bearer: { authorization: `Bearer ${session.access_token}` },
        cookie: refreshCookie(response),
      };
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** The refresh cookie an answer sets, as a browser would send it back. */
export function refreshCookie(response: LightMyRequestResponse): string {
  const cookie = response.cookies.find(({ name }) => name === 'ys_refresh');
  return `ys_refresh=${cookie?.value ?? ''}`;
}
