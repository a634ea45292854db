import { z } from 'zod';

/**
 * What `bench-llm` is told to do: the file the worker agent writes and the process reads (`--spec FILE`).
 * Lengths in tokens, times in seconds unless the name says ms.
 */
export const benchLlmSpecSchema = z.object({
  schema_version: z.literal(1),
  /** Root of the OpenAI-compatible server, without `/v1`: `http://127.0.0.1:8000`. */
  base_url: z.url(),
  endpoint: z.enum(['completions', 'chat']).default('completions'),
  /** Model name as the server knows it; null asks `/v1/models` and takes the only one. */
  model: z.string().min(1).nullable().default(null),
  /** Name of the environment variable that holds the API key; never the key itself. */
  api_key_env: z.string().nullable().default(null),
  /** Requests in flight (closed loop). */
  concurrency: z.int().min(1).max(16_384),
  /** Requests measured; the run also ends at `max_duration_s`. */
  num_requests: z.int().min(1).max(1_000_000),
  /** Requests sent before measuring, handed over without a drain; null means 2 x concurrency. */
  num_warmups: z.int().min(0).nullable().default(null),
  max_duration_s: z.number().positive().nullable().default(null),
  input_len: z.int().min(1),
  output_len: z.int().min(1),
  /** Length spread: every length uniform in [len*(1-value), len*(1+value)] for `symmetric`, in [value*len, len] for `fraction`. */
  range: z
    .object({ mode: z.enum(['symmetric', 'fraction']), value: z.number().min(0).max(1) })
    .nullable()
    .default(null),
  ignore_eos: z.boolean().default(true),
  temperature: z.number().min(0).default(0),
  seed: z.int().nonnegative(),
  extra_body: z.record(z.string(), z.unknown()).default({}),
  /** Limits for goodput, milliseconds; a request is good when it meets every limit given. */
  goodput: z
    .object({
      ttft_ms: z.number().positive().optional(),
      tpot_ms: z.number().positive().optional(),
      e2el_ms: z.number().positive().optional(),
    })
    .nullable()
    .default(null),
  timeouts: z
    .object({
      connect_s: z.number().positive(),
      first_byte_s: z.number().positive(),
      idle_s: z.number().positive(),
      total_s: z.number().positive(),
    })
    .default({ connect_s: 10, first_byte_s: 600, idle_s: 120, total_s: 3600 }),
  /** The run fails when more than this share of measured requests fails. */
  max_error_rate: z.number().min(0).max(1).default(0.05),
  save_detailed: z.boolean().default(false),
  metadata: z.record(z.string(), z.string()).default({}),
});
export type BenchLlmSpec = z.infer<typeof benchLlmSpecSchema>;
