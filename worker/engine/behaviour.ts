import { z } from 'zod';

const count = z.int().min(1);

/**
 * How streams look and what goes wrong. Set for the whole server by `--behaviour JSON`, or for one request by a
 * `sim` object in its body. The defaults are what vLLM sends. Tokens are counted per request, from 1.
 */
export const behaviourSchema = z.strictObject({
  /** Chat streams start with a chunk that carries the role and no text. */
  role_chunk: z.boolean().default(true),
  /** A chunk with empty text comes before the first token. */
  empty_chunk: z.boolean().default(false),
  tokens_per_chunk: count.default(1),
  /** Tokens in the first chunk; null is `tokens_per_chunk`. */
  first_chunk_tokens: count.nullable().default(null),
  /** Chat only: this many tokens come as reasoning before the answer. */
  reasoning_tokens: z.int().min(0).default(0),
  reasoning_field: z.enum(['reasoning_content', 'reasoning']).default('reasoning_content'),
  /** Where asked-for usage goes: a chunk of its own, the last chunk with text, or nowhere. */
  usage: z.enum(['own_chunk', 'last_text_chunk', 'missing']).default('own_chunk'),
  crlf: z.boolean().default(false),
  space_after_data: z.boolean().default(true),
  /** A comment line before every n-th event; null for none. */
  comment_every: count.nullable().default(null),
  /** Each write is cut into pieces of this many bytes, sent in turns of the event loop. */
  split_bytes: count.nullable().default(null),
  done_event: z.boolean().default(true),
  /** After k tokens an error comes inside the stream and ends it. */
  error_after_tokens: count.nullable().default(null),
  /** After k tokens nothing more comes and the connection stays open. */
  hang_after_tokens: count.nullable().default(null),
  /** After k tokens the connection is reset. */
  reset_after_tokens: count.nullable().default(null),
  /** After k tokens the stream ends properly for HTTP, but without finish reason, usage and [DONE]. */
  truncate_after_tokens: count.nullable().default(null),
  /** The model ends its answers after k tokens whatever was asked: an `ignore_eos` that does not work. */
  stop_after_tokens: count.nullable().default(null),
  /** Headers come this late. */
  header_delay_ms: z.int().min(0).default(0),
  /** Answer with this status instead; only every n-th request when `fail_every` is set. */
  fail_status: z
    .union([z.literal(429), z.literal(500), z.literal(503)])
    .nullable()
    .default(null),
  fail_every: count.default(1),
  retry_after_s: z.int().min(0).nullable().default(1),
});
export type Behaviour = z.infer<typeof behaviourSchema>;

/** The server's behaviour with a request's `sim` object laid over it. Throws ZodError for an unknown knob. */
export function overlayBehaviour(base: Behaviour, sim: unknown): Behaviour {
  if (sim === undefined) return base;
  return behaviourSchema.parse({ ...base, ...z.record(z.string(), z.unknown()).parse(sim) });
}
