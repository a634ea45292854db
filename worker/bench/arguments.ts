import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { benchLlmSpecSchema, type BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';

/** The command line or the spec file cannot be used. */
export class BadSpecError extends Error {
  override readonly name = 'BadSpecError';
}

/** What the command line asks for. */
export type Command =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly spec: BenchLlmSpec; readonly resultPath: string | null };

/** Printed by `--help`. */
export const HELP = `bench-llm: closed-loop load generator for OpenAI-compatible model servers

  bench-llm --spec FILE --result FILE
  bench-llm --base-url http://127.0.0.1:8000 --concurrency 8 --input-len 128 --output-len 64 --num-requests 100

  --spec FILE            the whole job as JSON (contract/worker/bench-llm-spec.ts); the options below override it
  --result FILE          where the result goes, atomically; without it the result is printed on stdout
  --base-url URL         root of the server, without /v1
  --model NAME           default: the only model of /v1/models
  --endpoint NAME        completions (default) or chat
  --api-key-env NAME     environment variable that holds the API key
  --concurrency N        requests in flight
  --num-requests N       requests measured
  --num-warmups N        requests before measuring, handed over without a drain (default 2 x concurrency)
  --max-duration-s S     send nothing more after S seconds of measuring
  --input-len N          prompt tokens
  --output-len N         generated tokens
  --range MODE:VALUE     symmetric:0.2 = uniform in [0.8 len, 1.2 len]; fraction:0.2 = uniform in [0.2 len, len]
  --no-ignore-eos        let the model stop by itself
  --temperature T        default 0
  --seed N               default: random, printed
  --extra-body JSON      more fields of the request body
  --goodput LIMITS       for example ttft_ms:500,tpot_ms:50,e2el_ms:10000
  --max-error-rate F     exit 1 above this share of failures (default 0.05)
  --save-detailed        per-request lists in the result
  --metadata KEY=VALUE   kept in the result; may be repeated

Progress is NDJSON on stdout, the log is on stderr.
Exit: 0 done, 1 benchmark failed, 2 bad spec, 3 server unreachable, 130 interrupted (no result is written).
`;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  spec: { type: 'string' },
  result: { type: 'string' },
  'base-url': { type: 'string' },
  model: { type: 'string' },
  endpoint: { type: 'string' },
  'api-key-env': { type: 'string' },
  concurrency: { type: 'string' },
  'num-requests': { type: 'string' },
  'num-warmups': { type: 'string' },
  'max-duration-s': { type: 'string' },
  'input-len': { type: 'string' },
  'output-len': { type: 'string' },
  range: { type: 'string' },
  'no-ignore-eos': { type: 'boolean' },
  temperature: { type: 'string' },
  seed: { type: 'string' },
  'extra-body': { type: 'string' },
  goodput: { type: 'string' },
  'max-error-rate': { type: 'string' },
  'save-detailed': { type: 'boolean' },
  metadata: { type: 'string', multiple: true },
} as const;

const NUMBERS = [
  'concurrency',
  'num-requests',
  'num-warmups',
  'max-duration-s',
  'input-len',
  'output-len',
  'temperature',
  'seed',
  'max-error-rate',
] as const;
const TEXTS = ['base-url', 'model', 'endpoint', 'api-key-env'] as const;

function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadSpecError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new BadSpecError(`cannot read the spec: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value))
    throw new BadSpecError(`--${name} is not a number: ${text}`);
  return value;
}

function splitPair(name: string, text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  if (at <= 0) throw new BadSpecError(`--${name} wants NAME${separator}VALUE, got ${text}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Reads the command line; throws BadSpecError with every fault that it finds in the spec. */
export function readCommand(argv: readonly string[]): Command {
  let values;
  try {
    ({ values } = parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }));
  } catch (error) {
    throw new BadSpecError(error instanceof Error ? error.message : String(error));
  }
  if (values.help === true) return { kind: 'help' };

  const base =
    values.spec === undefined ? { schema_version: 1 } : readJson(readFile(values.spec), 'the spec');
  if (typeof base !== 'object' || base === null || Array.isArray(base))
    throw new BadSpecError('the spec is not a JSON object');
  const input: Record<string, unknown> = { ...base };
  const key = (name: string): string => name.replaceAll('-', '_');
  for (const name of NUMBERS) {
    const text = values[name];
    if (text !== undefined) input[key(name)] = readNumber(name, text);
  }
  for (const name of TEXTS) if (values[name] !== undefined) input[key(name)] = values[name];
  if (values.range !== undefined) {
    const [mode, value] = splitPair('range', values.range, ':');
    input['range'] = { mode, value: readNumber('range', value) };
  }
  if (values.goodput !== undefined) {
    const limits = values.goodput.split(',').map((limit) => splitPair('goodput', limit, ':'));
    input['goodput'] = Object.fromEntries(
      limits.map(([name, value]) => [name, readNumber('goodput', value)]),
    );
  }
  if (values.metadata !== undefined)
    input['metadata'] = Object.fromEntries(values.metadata.map((pair) => splitPair('metadata', pair, '=')));
  if (values['extra-body'] !== undefined)
    input['extra_body'] = readJson(values['extra-body'], '--extra-body');
  if (values['no-ignore-eos'] === true) input['ignore_eos'] = false;
  if (values['save-detailed'] === true) input['save_detailed'] = true;
  // By hand only: a job's seed comes with its spec, so that a repeat is a decision.
  if (values.spec === undefined) input['seed'] ??= randomInt(2 ** 31);

  const parsed = benchLlmSpecSchema.safeParse(input);
  if (!parsed.success) throw new BadSpecError(z.prettifyError(parsed.error));
  if (!/^https?:$/.test(new URL(parsed.data.base_url).protocol))
    throw new BadSpecError('base_url is neither http nor https');
  return { kind: 'run', spec: parsed.data, resultPath: values.result ?? null };
}
