import { parseArgs } from 'node:util';
import { z } from 'zod';
import { StartError } from './start-error.ts';

/** What the standalone data API is started with. */
export interface DataApiCommand {
  /** `postgres://…` of a user that may `set role` to the anonymous role. */
  readonly databaseUrl: string;
  readonly schemas: readonly string[];
  readonly anonymousRole: string;
  readonly extraSearchPath: readonly string[];
  readonly isTestMode: boolean;
  readonly aggregates: boolean;
  readonly host: string;
  readonly port: number;
  /** Before every path, such as `/rest/v1`; empty for none. */
  readonly prefix: string;
  readonly maxRows: number;
}

export const USAGE = `usage: data-api --db postgres://user@host/database --anon-role ROLE [--schemas public,other]
  [--port 3000] [--host 127.0.0.1] [--prefix /rest/v1] [--max-rows N] [--extra-search-path public,extensions]
  [--aggregates] [--test-mode] [--help]
The URL may come from DATABASE_URL instead, so that a password is in no list of processes.
Every request runs as ROLE; tokens are not read. --test-mode adds aggregates, match, Prefer: tx=rollback and plans.`;

const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

const optionsSchema = z.object({
  db: z
    .string('is missing, and so is DATABASE_URL')
    .regex(/^postgres(?:ql)?:\/\//, 'needs the form postgres://user:password@host:port/database'),
  schemas: names.pipe(z.array(z.string()).min(1)).default(['public']),
  'anon-role': z.string('is missing').min(1),
  'extra-search-path': names.default(['public', 'extensions']),
  'test-mode': z.boolean().default(false),
  aggregates: z.boolean().default(false),
  host: z.string().default('127.0.0.1'),
  port: z.coerce.number().int().min(0).max(65_535).default(3_000),
  prefix: z
    .string()
    .regex(/^(\/[\w.-]+)*$/, 'needs the form /rest/v1')
    .default(''),
  'max-rows': z.coerce.number().int().min(1).max(2_147_483_646).default(1_000_000),
});

/** Whether only the usage is asked for. */
export function asksForUsage(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Reads the command line. Throws StartError in words for whoever typed it. */
export function readDataApiCommand(args: readonly string[], env: NodeJS.ProcessEnv): DataApiCommand {
  const read = optionsSchema.safeParse({ db: env['DATABASE_URL'], ...valuesOf(args) });
  if (!read.success) {
    const issues = read.error.issues.map((issue) => `--${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`${issues.join('; ')}\n${USAGE}`);
  }
  const options = read.data;
  return {
    databaseUrl: options.db,
    schemas: options.schemas,
    anonymousRole: options['anon-role'],
    extraSearchPath: options['extra-search-path'],
    isTestMode: options['test-mode'],
    aggregates: options.aggregates,
    host: options.host,
    port: options.port,
    prefix: options.prefix,
    maxRows: options['max-rows'],
  };
}

function valuesOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        db: { type: 'string' },
        schemas: { type: 'string' },
        'anon-role': { type: 'string' },
        'extra-search-path': { type: 'string' },
        'test-mode': { type: 'boolean' },
        aggregates: { type: 'boolean' },
        host: { type: 'string' },
        port: { type: 'string' },
        prefix: { type: 'string' },
        'max-rows': { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
  }
}
