import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { seed } from '#db/seed.ts';
import { buildApp } from '#server/api/app.ts';
import { signInUrl } from '#server/api/auth/sign-in-links.ts';
import { createLogger } from '#server/api/http/logger.ts';
import { listen } from '#server/api/server.ts';
import { startControl } from '#server/control/control.ts';
import type { Loop } from '#server/control/loop.ts';
import type { Database } from '#server/database/port.ts';
import {
  createSignInLink,
  ensureDemoWorkspace,
  findFirstOwner,
  localRegistrationToken,
  recordPublicUrl,
  type Workspace,
} from './bootstrap.ts';
import { builtFrom } from './built-from.ts';
import { mintSecret, oidcSettings, readConfig, sizerSettings, type Config } from './config.ts';
import { migrateConfigured, openConfigured, schemaVersion } from './open-prepared.ts';
import { answerParent, tellParent } from './parent-messages.ts';
import { loadSecrets } from './secrets.ts';
import { stopOnSignal } from './shutdown.ts';
import { StartError } from './start-error.ts';

/** The supervisor prints the link where it was started: it may wait there until somebody comes back to the terminal. */
const LINK_LIFE_S = 86_400;

/** Runs the control plane until a signal stops it. Throws StartError when it cannot start. */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const secrets = loadSecrets(config);
  const log = createLogger({ level: config.LOG_LEVEL });
  const db = await openConfigured(config);
  let app: FastifyInstance | undefined;
  let control: Loop | undefined;
  try {
    await prepare(db, config, log);
    app = await buildApp({
      db,
      logger: log,
      ...secrets,
      mintSecret: mintSecret(config, secrets.jwtSecret),
      previousJwtSecrets: config.JWT_SECRET_PREVIOUS.map((text) => Buffer.from(text)),
      jwtPublicKeys: config.JWT_JWKS,
      version: {
        version: packageVersion(),
        commit: config.YARDSTICK_COMMIT ?? builtFrom,
        schema: await schemaVersion(db),
      },
      webRoot: config.WEB_ROOT,
      packagesFolder: config.PACKAGES_FOLDER,
      scriptsFolder: config.WORKER_SCRIPTS_FOLDER,
      publicUrl: config.PUBLIC_URL ?? null,
      trustProxy: config.TRUST_PROXY,
      corsOrigins: config.CORS_ORIGINS,
      bodyLimit: config.BODY_LIMIT_BYTES,
      limits: config.LIMITS === 'on',
      oidc: oidcSettings(config),
      sizer: sizerSettings(config),
      pressure: { maxEventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS, maxRssBytes: 0 },
    });
    const port = await listenConfigured(app, config);
    control = startControl(db, log);
    stopOnSignal({ app, control, db, log });
    const url = config.PUBLIC_URL ?? localUrl(config.HOST, port);
    answerParent({
      signInLink: async () =>
        signInUrl(url, await createSignInLink(db, (await firstOwner(db)).accountId, LINK_LIFE_S)),
      registrationToken: async () =>
        localRegistrationToken(db, config.YARDSTICK_DATA, (await firstOwner(db)).orgId),
    });
    log.info({ url, engine: db.engine, pid: process.pid }, 'ready');
    tellParent({ event: 'ready', port });
  } catch (error) {
    await control?.stop();
    await app?.close();
    await db.close();
    throw error;
  }
}

async function prepare(db: Database, config: Config, log: Logger): Promise<void> {
  const applied = await migrateConfigured(db, config);
  if (applied.length > 0) log.info({ applied }, 'brought the schema up to date');
  const seeded = await seed(db, pathToFileURL(`${config.PUBLISHED_FOLDER}/`));
  if (seeded.changed)
    log.info({ published_results: seeded.publishedResults }, 'seeded catalogs and published results');
  await recordPublicUrl(db, config.PUBLIC_URL ?? null);
  if (await ensureDemoWorkspace(db)) log.info('made the first account, owner@localhost, and its workspace');
}

async function firstOwner(db: Database): Promise<Workspace> {
  const owner = await findFirstOwner(db);
  if (owner === null) throw new Error('no account owns a workspace');
  return owner;
}

async function listenConfigured(app: FastifyInstance, config: Config): Promise<number> {
  const { HOST: host, PORT: port } = config;
  try {
    return await listen(app, { host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${port} on ${host} is in use: choose another with PORT`, { cause: error });
    if (['EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) {
      throw new StartError(`cannot listen on ${host} port ${port} (${code}): check HOST and PORT`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** Where a browser on this machine reaches the server. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
