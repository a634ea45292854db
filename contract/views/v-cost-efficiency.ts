import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, number, numberOrNull, text, textOrNull, timestamp } from '#contract/views/fields.ts';
import { estimateIdentity } from '#contract/views/v-inferencex-outputs.ts';

/** What a million tokens cost: a row a capacity estimate and price basis, GPUs of the deployment at their catalog price (v_gpu_prices). Ranked, cheapest first, among the same model, lengths, provenance and basis. Estimates on GPUs without a price are not here. */
export const vCostEfficiency = defineView(
  'v_cost_efficiency',
  z.object({
    ...estimateIdentity,
    gpu_count: int,
    confidence_interval_lower: numberOrNull,
    confidence_interval_upper: numberOrNull,
    total_tokens_per_sec: numberOrNull,
    tokens_per_sec_per_gpu: numberOrNull,
    tokens_per_sec_per_user: numberOrNull,
    ttft_p99_ms: numberOrNull,
    tpot_p99_ms: numberOrNull,
    joules_per_token: numberOrNull,
    price_basis: text,
    basis_name: text,
    usd_per_gpu_hour: number,
    usd_per_hour: number,
    price_source: textOrNull,
    price_as_of: textOrNull,
    price_is_guess: z.boolean(),
    is_default_basis: z.boolean(),
    usd_per_million_tokens: number,
    usd_per_million_tokens_lower: numberOrNull,
    usd_per_million_tokens_upper: numberOrNull,
    usd_per_million_total_tokens: numberOrNull,
    tokens_per_usd: number,
    citation: textOrNull,
    source_url: textOrNull,
    created_at: timestamp,
    rank: int,
    compared_count: int,
    comparison_key: text,
  }),
);
export type CostEfficiencyRow = z.infer<typeof vCostEfficiency.row>;
