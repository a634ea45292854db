import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { LAUNCH_KINDS, launchKindSchema } from '#contract/jobs.ts';

/** The agent was started wrongly; the message is for the person at the terminal. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const seconds = (fallback: number) => z.coerce.number().min(0.05).max(600).default(fallback);

/** Flags win over the environment; the token comes from the environment or a file, so that no process list shows it. */
const configSchema = z.object({
  /** Address of the platform's API, ending in `/api`. */
  api: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
    .transform((url) => url.replace(/\/+$/, '')),
  workDir: z
    .string()
    .min(1, 'is empty')
    .transform((path) => resolve(path)),
  hostname: z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/, 'is not a host name'),
  token: z.string().regex(/^ysr_\S+$/, 'is not a registration token (ysr_…)'),
  /** Kinds of model server this machine agrees to bring up: `process` runs programs that the platform names. */
  launchKinds: z
    .string()
    .default(LAUNCH_KINDS.join(','))
    .transform((list) => list.split(',').map((kind) => kind.trim()))
    .pipe(z.array(launchKindSchema).min(1)),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Seconds between SIGINT and SIGTERM, and between SIGTERM and SIGKILL, when a job is cancelled or done. */
  killIntS: seconds(10),
  killTermS: seconds(20),
  /** Bytes of one log stream of one job that are uploaded; its last lines always are. */
  logLimitBytes: z.coerce
    .number()
    .int()
    .min(1024)
    .default(4 * 1024 * 1024),
  /** Longest wait between two tries while the platform does not answer. */
  retryCapS: seconds(30),
});
export type AgentConfig = z.infer<typeof configSchema>;

const NAMES: Record<keyof AgentConfig, string> = {
  api: '--api (YARDSTICK_API)',
  workDir: '--work-dir (YARDSTICK_WORK_DIR)',
  hostname: '--hostname (YARDSTICK_HOSTNAME)',
  token: 'YARDSTICK_WORKER_TOKEN (or --token-file)',
  launchKinds: 'YARDSTICK_LAUNCH_KINDS',
  logLevel: 'YARDSTICK_LOG_LEVEL',
  killIntS: 'YARDSTICK_KILL_INT_S',
  killTermS: 'YARDSTICK_KILL_TERM_S',
  logLimitBytes: 'YARDSTICK_LOG_LIMIT_BYTES',
  retryCapS: 'YARDSTICK_RETRY_CAP_S',
};

export const USAGE = `Usage: agent --api URL --work-dir DIR [--hostname NAME] [--token-file FILE]

Takes benchmark jobs from the platform and runs them on this machine.
The registration token (ysr_…) comes from YARDSTICK_WORKER_TOKEN or from --token-file.`;

/** Reads the agent's settings from flags and environment; throws ConfigError with every fault named. */
export function readConfig(argv: readonly string[], env: NodeJS.ProcessEnv): AgentConfig {
  const flags = parseFlags(argv);
  const tokenFile = flags['token-file'] ?? env['YARDSTICK_WORKER_TOKEN_FILE'];
  const parsed = configSchema.safeParse({
    api: flags.api ?? env['YARDSTICK_API'] ?? '',
    workDir: flags['work-dir'] ?? env['YARDSTICK_WORK_DIR'] ?? '',
    hostname: flags.hostname ?? env['YARDSTICK_HOSTNAME'] ?? hostname(),
    token: tokenFile === undefined ? (env['YARDSTICK_WORKER_TOKEN'] ?? '') : readToken(tokenFile),
    launchKinds: env['YARDSTICK_LAUNCH_KINDS'],
    logLevel: env['YARDSTICK_LOG_LEVEL'],
    killIntS: env['YARDSTICK_KILL_INT_S'],
    killTermS: env['YARDSTICK_KILL_TERM_S'],
    logLimitBytes: env['YARDSTICK_LOG_LIMIT_BYTES'],
    retryCapS: env['YARDSTICK_RETRY_CAP_S'],
  });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => {
    const name = NAMES[String(issue.path[0]) as keyof AgentConfig];
    return `  ${name}: ${issue.message}`;
  });
  throw new ConfigError(`The worker cannot start:\n${faults.join('\n')}\n\n${USAGE}`);
}

function parseFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        api: { type: 'string' },
        'work-dir': { type: 'string' },
        hostname: { type: 'string' },
        'token-file': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function readToken(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `The token file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
