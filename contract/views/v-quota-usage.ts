import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, intOrNull, number, numberOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** What each workspace used in this calendar month (UTC) and may use; a null quota is unlimited. Hours of GPUs, tokens. */
export const vQuotaUsage = defineView(
  'v_quota_usage',
  z.object({
    org_id: uuid,
    month_start: timestamp,
    gpu_hours_per_month: numberOrNull,
    gpu_hours_used: number,
    judge_tokens_per_month: intOrNull,
    judge_tokens_used: int,
  }),
);
