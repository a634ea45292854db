import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import {
  int,
  intOrNull,
  numberOrNull,
  text,
  textOrNull,
  timestamp,
  timestampOrNull,
  uuid,
} from '#contract/views/fields.ts';

/** Answers of candidates with the prompt. Tokens and cost are null where not reported, never 0. */
export const vKyaiGenerationOutputs = defineView(
  'v_kyai_generation_outputs',
  z.object({
    generation_output_id: int,
    org_id: uuid,
    evaluation_id: intOrNull,
    generation_run_id: int,
    candidate_endpoint_id: int,
    candidate_name: text,
    candidate_model_id: text,
    prompt_id: int,
    prompt_set_id: int,
    prompt_ordinal: int,
    category: textOrNull,
    difficulty: textOrNull,
    messages: z.array(z.unknown()),
    reference_answer: textOrNull,
    repeat_index: int,
    status_code: text,
    output_text: textOrNull,
    finish_reason: textOrNull,
    input_tokens: intOrNull,
    output_tokens: intOrNull,
    ttft_ms: numberOrNull,
    latency_ms: numberOrNull,
    model_returned: textOrNull,
    system_fingerprint: textOrNull,
    cost_usd: numberOrNull,
    error_code: textOrNull,
    error_message: textOrNull,
    attempt_count: int,
    finished_at: timestampOrNull,
    created_at: timestamp,
  }),
);
export type KyaiGenerationOutputsRow = z.infer<typeof vKyaiGenerationOutputs.row>;
