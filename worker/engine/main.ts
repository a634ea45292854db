import { watchParent } from '#worker/parent-pipe.ts';
import { parseEngineArgs } from './config.ts';
import { startEngineServer } from './engine-server.ts';

/** Exit code of a process that the kernel killed for memory (128 + SIGKILL). */
const CRASH_EXIT_CODE = 137;
/** Streams that still run do not hold up an engine whose worker is gone. */
const ORPHAN_LIMIT_MS = 1000;

/** `worker/engine/main.ts [--flag value]…`: one JSON line on stdout when it listens; errors on stderr, exit code 1. */
async function main(): Promise<void> {
  const config = parseEngineArgs(process.argv.slice(2));
  const apiKey = config.api_key_env === undefined ? null : process.env[config.api_key_env];
  if (apiKey === undefined) throw new Error(`api-key-env: ${config.api_key_env ?? ''} is not set`);
  const server = await startEngineServer(config, { apiKey, crash: () => process.exit(CRASH_EXIT_CODE) });
  const stop = () => {
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', config.ignore_sigterm ? () => undefined : stop);
  watchParent(process.env, () => {
    setTimeout(() => process.exit(0), ORPHAN_LIMIT_MS).unref();
    stop();
  });
  process.stdout.write(
    `${JSON.stringify({ event: 'listening', port: server.port, base_url: server.baseUrl, model: server.modelName, simulated: true })}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
