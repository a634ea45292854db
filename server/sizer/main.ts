import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildSizerApp } from './app.ts';
import { readConfig, StartError, type Config } from './config.ts';
import { createLogger } from './logger.ts';
import { openEngine } from './open-engine.ts';

/** Longest wait for requests in flight when the program stops. */
const LAST_MOMENT_MS = 5_000;

/** The trained model: beside the bundle when shipped, where training writes it in development. */
function artifactFile(config: Config): string {
  if (config.SIZER_ARTIFACT !== undefined) return config.SIZER_ARTIFACT;
  const shipped = fileURLToPath(new URL('./sizer-artifact.json', import.meta.url));
  return existsSync(shipped)
    ? shipped
    : fileURLToPath(new URL('./calibration/artifact.json', import.meta.url));
}

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger({ level: config.LOG_LEVEL });
  const engine = openEngine({ config, artifactFile: artifactFile(config), log });
  const app = buildSizerApp({ engine, jwtSecret: Buffer.from(config.SIZER_JWT_SECRET), logger: log });
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    log.info({ reason }, 'stopping');
    setTimeout(() => process.exit(0), LAST_MOMENT_MS).unref();
    void Promise.resolve(app.close()).finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // The supervisor that started it is gone.
  process.on('disconnect', () => stop('supervisor gone'));
  const { SIZER_HOST: host, SIZER_PORT: port } = config;
  try {
    await app.listen({ host, port, listenTextResolver: (text) => `listening on ${text}` });
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['EADDRINUSE', 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND'].includes(code))
      throw new StartError(
        `cannot listen on ${host} port ${port} (${code}): check SIZER_HOST and SIZER_PORT`,
      );
    throw error;
  }
  const listening = (app.server.address() as AddressInfo).port;
  log.info({ host, port: listening, ...engine.health(), pid: process.pid }, 'ready');
  if (process.connected) process.send?.({ event: 'ready', port: listening });
  await engine.rehearsed;
  log.info('rehearsed: answers come at full speed');
  if (process.connected) process.send?.({ event: 'rehearsed' });
}

run().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`yardstick sizer: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exit(error instanceof StartError ? 2 : 1);
});
