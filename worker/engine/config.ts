import { parseArgs } from 'node:util';
import { z } from 'zod';
import { behaviourSchema } from './behaviour.ts';

const whole = z.coerce.number().pipe(z.int());

/** Everything the simulated engine is told at start; the names are the flags with `_` for `-`. */
export const engineConfigSchema = z.strictObject({
  /** Slug of the GPU catalog. */
  gpu: z.string().default('h100-sxm'),
  gpu_count: whole.pipe(z.int().min(1).max(1024)).default(1),
  /** Code of the model catalog. */
  model: z.string().default('llama-3.1-8b'),
  quantization: z.string().default('fp16'),
  /** Name in the API; the catalog's code when absent. */
  served_model_name: z.string().min(1).optional(),
  host: z.string().default('127.0.0.1'),
  /** 0 takes a free one. */
  port: whole.pipe(z.int().min(0).max(65_535)).default(8000),
  max_model_len: whole.pipe(z.int().min(16)).default(8192),
  max_num_seqs: whole.pipe(z.int().min(1)).default(256),
  max_num_batched_tokens: whole.pipe(z.int().min(1)).default(8192),
  block_size: whole.pipe(z.int().min(1)).default(16),
  gpu_memory_utilization: z.coerce.number().gt(0).max(1).default(0.9),
  /** Takes the place of the KV budget that follows from GPU and model, in blocks. */
  num_gpu_blocks_override: whole.pipe(z.int().min(1)).optional(),
  prefix_caching: z.stringbool().or(z.boolean()).default(true),
  /** Wall time per simulated time: 0.1 runs ten times faster than the imitated hardware. */
  time_scale: z.coerce.number().gt(0).max(100).default(1),
  /** Standard deviation of step times as a share; llm-d-inference-sim allows up to 0.3. */
  noise: z.coerce.number().min(0).max(0.3).default(0.03),
  seed: whole.default(0),
  /** Mean length of answers that may end by themselves. */
  mean_output_tokens: z.coerce.number().min(1).default(256),
  /** Until then /health answers 503. */
  startup_delay_ms: whole.pipe(z.int().min(0)).default(0),
  /** Fails at start as an engine does when the model does not fit. */
  oom_at_start: z.stringbool().or(z.boolean()).default(false),
  /** The process dies at the first token of the n-th request. */
  crash_after_requests: whole.pipe(z.int().min(1)).optional(),
  ignore_sigterm: z.stringbool().or(z.boolean()).default(false),
  /** Name of the environment variable with the key that requests must carry. */
  api_key_env: z.string().min(1).optional(),
  behaviour: behaviourSchema.prefault({}),
});
export type EngineConfig = z.infer<typeof engineConfigSchema>;

/** Reads `--flag value` arguments. Throws an Error that names the flag for anything unknown or out of range. */
export function parseEngineArgs(argv: readonly string[]): EngineConfig {
  const names = Object.keys(engineConfigSchema.shape);
  const { values } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      names.map((name) => [name.replaceAll('_', '-'), { type: 'string' as const }]),
    ),
  });
  const given = Object.fromEntries(
    Object.entries(values).map(([flag, value]) => {
      const name = flag.replaceAll('-', '_');
      return [
        name,
        name === 'behaviour' && typeof value === 'string' ? (JSON.parse(value) as unknown) : value,
      ];
    }),
  );
  const parsed = engineConfigSchema.safeParse(given);
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  return parsed.data;
}
