import { benchLlmSpecSchema, type BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import type { ClaimedJob } from '#contract/worker/protocol.ts';
import type { Engine } from './launch-engine.ts';
import { AttemptFailure } from './outcome.ts';

/** Variable through which the bench gets the API key of an endpoint; its name is in the spec, its value never. */
export const API_KEY_ENV = 'BENCH_API_KEY';

/** Settings that a job's `options` may make; the rest belongs to the job's own columns or to the agent. */
const OPTIONS = [
  'endpoint',
  'range',
  'ignore_eos',
  'temperature',
  'extra_body',
  'goodput',
  'timeouts',
  'max_error_rate',
  'save_detailed',
  'metadata',
];

export interface BuiltSpec {
  readonly spec: BenchLlmSpec;
  /** Options that bench-llm does not have. */
  readonly ignored: string[];
}

/**
 * Finds what is wrong with a job's settings before its model server is brought up, which may take many minutes. Throws
 * AttemptFailure `bench_spec_refused` that names each setting.
 */
export function checkBenchSpec(job: ClaimedJob): void {
  const { launch } = job;
  buildBenchSpec(job, {
    // Known when the server is up; any address stands for it.
    baseUrl: 'http://127.0.0.1',
    model: launch.kind === 'simulated' ? null : launch.served_model_name,
    api: launch.kind === 'endpoint' ? launch.endpoint_api : null,
    apiKey: null,
  });
}

/** What bench-llm is told: the job's settings against this engine. Throws AttemptFailure `bench_spec_refused`. */
export function buildBenchSpec(
  job: ClaimedJob,
  engine: Pick<Engine, 'baseUrl' | 'model' | 'api' | 'apiKey'>,
): BuiltSpec {
  const { options, ...sizes } = job.bench;
  const entries = Object.entries(options).filter(([, value]) => value !== null && value !== undefined);
  const parsed = benchLlmSpecSchema.safeParse({
    ...Object.fromEntries(entries.filter(([name]) => OPTIONS.includes(name))),
    ...(engine.api === null ? {} : { endpoint: engine.api }),
    ...sizes,
    schema_version: 1,
    base_url: engine.baseUrl,
    model: engine.model,
    api_key_env: engine.apiKey === null ? null : API_KEY_ENV,
  });
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new AttemptFailure(
      'bench_spec_refused',
      `The settings of this job cannot be run: ${faults.join('; ')}.`,
    );
  }
  return {
    spec: parsed.data,
    ignored: entries.map(([name]) => name).filter((name) => !OPTIONS.includes(name)),
  };
}
