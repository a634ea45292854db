import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, intOrNull, numberOrNull, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Mean scores per candidate, judge, prompt set and category (null: the whole set), ids only; v_kyai_results has the names. */
export const kyaiResults = defineView(
  'kyai_results',
  z.object({
    result_id: int,
    org_id: uuid,
    evaluation_id: intOrNull,
    judge_run_id: int,
    candidate_endpoint_id: int,
    judge_config_id: int,
    prompt_set_id: int,
    category: textOrNull,
    n_expected: int,
    n_scored: int,
    n_unscored: int,
    unscored_reasons: z.record(z.string(), z.unknown()),
    score: numberOrNull,
    score_sd: numberOrNull,
    confidence_interval_lower: numberOrNull,
    confidence_interval_upper: numberOrNull,
    ci_method: textOrNull,
    pass_rate: numberOrNull,
    pass_rate_lower: numberOrNull,
    pass_rate_upper: numberOrNull,
    cost_usd: numberOrNull,
    created_at: timestamp,
  }),
);
export type KyaiResultRow = z.infer<typeof kyaiResults.row>;
