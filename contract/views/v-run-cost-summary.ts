import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { provenanceSchema } from '#contract/jobs.ts';
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

/** GPU-hours and cost of a run, a row a provenance: the time of every attempt, failed ones too, on all GPUs of the deployment, at the default catalog price. Null where nothing ran here or no price is known; for simulated jobs it is what the GPUs would have cost. */
export const vRunCostSummary = defineView(
  'v_run_cost_summary',
  z.object({
    run_id: int,
    org_id: uuid,
    project_id: int,
    project_name: text,
    run_name: text,
    provenance: provenanceSchema,
    job_count: int,
    completed_count: int,
    gpu_hours: numberOrNull,
    unpriced_gpu_hours: numberOrNull,
    cost_usd: numberOrNull,
    price_basis: textOrNull,
    price_sources: z.array(z.string()).nullable(),
    total_input_tokens: intOrNull,
    total_output_tokens: intOrNull,
    usd_per_million_tokens_overall: numberOrNull,
    energy_j: numberOrNull,
    energy_job_count: int,
    last_activity_at: timestampOrNull,
    created_at: timestamp,
  }),
);
export type RunCostSummaryRow = z.infer<typeof vRunCostSummary.row>;
