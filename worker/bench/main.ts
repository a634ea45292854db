import type { BenchLlmResult } from '#contract/worker/bench-llm-result.ts';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { BadSpecError, HELP, readCommand } from '#worker/bench/arguments.ts';
import { ApiKeyError, readConfig } from '#worker/bench/config.ts';
import { ServerUnreachableError } from '#worker/bench/llm/prepare.ts';
import { failureOf, TOOL_VERSION } from '#worker/bench/llm/result.ts';
import { runBenchLlm } from '#worker/bench/llm/run.ts';
import { writeFileAtomically } from '#worker/bench/result-file.ts';
import { watchParent } from '#worker/parent-pipe.ts';

/** Exit codes; the worker agent maps them to a job's end. */
const EXIT = { done: 0, failed: 1, badSpec: 2, unreachable: 3, interrupted: 130 } as const;
/** An interruption takes milliseconds; a bench whose worker is gone does not stay longer than this. */
const ORPHAN_LIMIT_MS = 1000;

const log = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

const shown = (value: number | null): string => (value === null ? '—' : value.toPrecision(4));

function logResult(result: BenchLlmResult): void {
  log(`completed ${result.completed}, failed ${result.failed} in ${result.duration.toFixed(2)} s`);
  log(`output ${shown(result.output_throughput)} tok/s, ${shown(result.request_throughput)} req/s`);
  log(
    `TTFT p50 ${shown(result.p50_ttft_ms)} ms, p99 ${shown(result.p99_ttft_ms)} ms; TPOT p50 ${shown(result.p50_tpot_ms)} ms, p99 ${shown(result.p99_tpot_ms)} ms`,
  );
  for (const { kind, message, count } of result.error_samples) log(`${count} x ${kind}: ${message}`);
  for (const warning of result.warnings ?? []) log(`warning ${warning}`);
  if (!result.self_check.valid)
    log(`INVALID, the client may have been measured: ${result.self_check.reasons.join('; ')}`);
}

async function run(spec: BenchLlmSpec, resultPath: string | null): Promise<number> {
  const { proxy, apiKey } = readConfig(process.env, spec.api_key_env);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      interruption.abort(new Error(signal));
    });
  }
  watchParent(process.env, () => {
    setTimeout(() => process.exit(EXIT.interrupted), ORPHAN_LIMIT_MS).unref();
    interruption.abort(new Error('the worker is gone'));
  });
  log(
    `bench-llm ${TOOL_VERSION}: ${spec.base_url}, ${spec.concurrency} in flight, ${spec.num_requests} requests of ${spec.input_len}+${spec.output_len} tokens, seed ${spec.seed}`,
  );
  try {
    const result = await runBenchLlm(spec, {
      proxy,
      apiKey,
      signal: interruption.signal,
      onProgress: (progress) => {
        process.stdout.write(`${JSON.stringify(progress)}\n`);
      },
    });
    logResult(result);
    const text = `${JSON.stringify(result)}\n`;
    if (resultPath === null) process.stdout.write(text);
    else writeFileAtomically(resultPath, text);
    const failure = failureOf(result, spec.max_error_rate);
    if (failure === null) return EXIT.done;
    log(`failed: ${failure}`);
    return EXIT.failed;
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    log('interrupted; no result was written');
    return EXIT.interrupted;
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BadSpecError || error instanceof ApiKeyError) return EXIT.badSpec;
  return error instanceof ServerUnreachableError ? EXIT.unreachable : EXIT.failed;
}

async function main(): Promise<number> {
  try {
    const command = readCommand(process.argv.slice(2));
    if (command.kind === 'help') {
      process.stdout.write(HELP);
      return EXIT.done;
    }
    return await run(command.spec, command.resultPath);
  } catch (error) {
    log(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
    return exitCodeOf(error);
  }
}

process.exitCode = await main();
