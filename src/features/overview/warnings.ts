import type { AccessTokenRow, ApiKeyRow } from '#contract/auth.ts';
import type { z } from 'zod';
import type { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { tokenState } from '#src/components/credentials/token-state.ts';

/** Falls listed until more are asked for. */
export const FEW_FALLS = 3;

/** A quota is warned of from this share of it on. */
const NEAR = 0.8;

export interface QuotaMeter {
  readonly label: string;
  readonly unit: string;
  readonly used: number;
  /** Null: unlimited. */
  readonly quota: number | null;
  /** Used share, 0 to 1 and beyond; null where it is unlimited. A quota of zero is used up. */
  readonly share: number | null;
  readonly state: 'fine' | 'near' | 'used up';
}

export type QuotaUsage = z.output<typeof vQuotaUsage.row>;

/** What of the month's quotas is used. */
export function quotaMeters(use: QuotaUsage): QuotaMeter[] {
  const meter = (label: string, unit: string, used: number, quota: number | null): QuotaMeter => {
    const share = quota === null ? null : quota > 0 ? used / quota : 1;
    const state = share === null || share < NEAR ? 'fine' : share < 1 ? 'near' : 'used up';
    return { label, unit, used, quota, share, state };
  };
  return [
    meter('GPU hours this month', 'h', use.gpu_hours_used, use.gpu_hours_per_month),
    meter('Judge tokens this month', 'tokens', use.judge_tokens_used, use.judge_tokens_per_month),
  ];
}

export interface EndingCredential {
  readonly id: string;
  readonly what: 'Token' | 'API key';
  readonly name: string;
  readonly expiresAt: string;
}

/** Tokens and keys that end within a week, the first to end first. */
export function endingCredentials(
  tokens: readonly AccessTokenRow[],
  keys: readonly ApiKeyRow[],
  nowMs: number,
): EndingCredential[] {
  return [
    ...tokens.map((token) => ({ row: token, id: token.token_id, what: 'Token' as const })),
    ...keys.map((key) => ({ row: key, id: key.api_key_id, what: 'API key' as const })),
  ]
    .flatMap(({ row, id, what }) =>
      row.expires_at !== null && tokenState(row, nowMs) === 'ends soon'
        ? [{ id, what, name: row.name, expiresAt: row.expires_at }]
        : [],
    )
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}
