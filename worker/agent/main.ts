import { LAUNCH_KINDS } from '#contract/jobs.ts';
import { Agent } from './agent.ts';
import { killAllGroups } from './child-group.ts';
import { ConfigError, readConfig, type AgentConfig } from './config.ts';
import { Journal } from './journal.ts';
import { lockWorkDir } from './lock.ts';
import { errorText, Logger } from './log.ts';
import { readBootId, readHardware, readMachineId } from './machine.ts';
import { PlatformClient } from './platform-client.ts';
import { SecretMasker, secretsOfEnv } from './secret-masker.ts';
import { Session, SessionRefused } from './session.ts';
import { runWatchdog, WATCHDOG_COMMAND } from './watchdog.ts';

const AGENT_VERSION = '0.1.0';

/** A stopping agent is gone by then, whatever still hangs. */
const STOP_LIMIT_MS = 12_000;

/** Exit codes: 0 stopped, 1 fault, 2 wrong settings, 3 refused by the platform. */
async function main(): Promise<number> {
  const [command, marker] = process.argv.slice(2);
  if (command === WATCHDOG_COMMAND && marker !== undefined) {
    await runWatchdog(marker);
    return 0;
  }
  const config = readConfig(process.argv.slice(2), process.env);
  // Children get a copy of the environment without it; this keeps it out of crash reports of this process, too.
  delete process.env['YARDSTICK_WORKER_TOKEN'];
  const masker = new SecretMasker();
  masker.add(config.token);
  for (const secret of secretsOfEnv(process.env)) masker.add(secret);
  const log = new Logger(masker, config.logLevel, (line) => process.stdout.write(line));
  const closing = new AbortController();
  stopOnSignals(closing, log);
  const machineId = await readMachineId(config.workDir, config.hostname);
  const unlock = await lockWorkDir(config.workDir);
  try {
    await work(config, { machineId, masker, log, closing });
    return 0;
  } catch (error) {
    if (!(error instanceof SessionRefused)) throw error;
    if (isStopRequested) return 0;
    log.error(error.message);
    return 3;
  } finally {
    killAllGroups();
    await unlock();
  }
}

async function work(
  config: AgentConfig,
  parts: { machineId: string; masker: SecretMasker; log: Logger; closing: AbortController },
): Promise<void> {
  const { machineId, masker, log, closing } = parts;
  const journal = await Journal.open(config.workDir, (message) =>
    log.error('the journal cannot be read; starting with an empty one', { error: message }),
  );
  const session = new Session({
    client: new PlatformClient(config.api),
    registrationToken: config.token,
    identity: {
      p_hostname: config.hostname,
      p_machine_id: machineId,
      p_boot_id: readBootId(),
      p_agent_version: AGENT_VERSION,
      p_hardware: await readHardware(),
      p_capabilities: {
        launch_kinds: LAUNCH_KINDS.filter((kind) => config.launchKinds.includes(kind)),
        tools: ['bench-llm'],
      },
    },
    masker,
    log,
    retryCapMs: config.retryCapS * 1000,
    closing: closing.signal,
  });
  await new Agent({ config, env: process.env, machineId, session, journal, masker, log, closing }).run();
  log.info('stopped');
}

let isStopRequested = false;

function stopOnSignals(closing: AbortController, log: Logger): void {
  const stop = (signal: NodeJS.Signals | 'supervisor gone') => {
    // A terminal's Ctrl-C and the supervisor's signal may come both; only an insisting person ends it at once.
    if (isStopRequested && signal === 'SIGINT') process.exit(130);
    if (isStopRequested) return;
    isStopRequested = true;
    log.info('stopping', { signal });
    closing.abort();
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by a supervisor over IPC: an agent must not outlive it unseen.
  process.on('disconnect', () => stop('supervisor gone'));
  process.on('exit', killAllGroups);
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : `worker: ${errorText(error)}`}\n`);
    process.exit(error instanceof ConfigError ? 2 : 1);
  },
);
