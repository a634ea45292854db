import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { estimateColumns } from '#contract/views/v-inferencex-outputs.ts';
import { int, intOrNull, text } from '#contract/views/fields.ts';

/** Capacity estimates ranked within a workspace among those of the same model, lengths and provenance: by output tokens/s per GPU, then by n. is_best_of_deployment marks the concurrency that gives a deployment's most. */
export const vThroughputLeaderboard = defineView(
  'v_throughput_leaderboard',
  z.object({
    ...estimateColumns,
    rank: intOrNull,
    rank_by_tokens_per_sec: int,
    is_best_of_deployment: z.boolean(),
    compared_count: int,
    comparison_key: text,
  }),
);
export type ThroughputLeaderboardRow = z.infer<typeof vThroughputLeaderboard.row>;
