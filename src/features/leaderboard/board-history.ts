import type { BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import { metricValue, type MetricKey } from '#contract/metrics.ts';
import { differenceFrom, type Difference, type Figure } from '#lib/compare/difference.ts';
import { mean } from '#lib/statistics.ts';
import { meanInterval } from '#lib/t-interval.ts';
import type { Estimate } from '#src/components/results/deployments.ts';
import { betterOf } from './board-measures.ts';
import type { Measure } from './measures.ts';
import { rankText, type BoardRow } from './board-rows.ts';

/** The start of a day of the address ("2026-11-01", UTC) as time; null where it names none, or one that is still to come. */
export function sinceTime(day: string, nowMs: number): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || time > nowMs ? null : time;
}

/** Estimates with repeats on both sides of a time: only of these must the single results be read. */
export function straddling(rows: readonly Estimate[], timeMs: number): Estimate[] {
  return rows.filter(
    (row) =>
      row.provenance !== 'published' &&
      Date.parse(row.first_created_at) < timeMs &&
      Date.parse(row.created_at) >= timeMs,
  );
}

/** Figures that an estimate takes as means of its repeats. */
const MEANS = [
  'total_tokens_per_sec',
  'requests_per_sec',
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_user',
  'goodput_rps',
  'success_rate',
  'ttft_mean_ms',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_mean_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'e2e_mean_ms',
  'e2e_p50_ms',
  'e2e_p99_ms',
  'joules_per_token',
] as const satisfies readonly (MetricKey & keyof Estimate)[];

/**
 * The estimates as they stood at a time: those that began later are left out, those with repeats on both sides stand on the earlier ones alone.
 * Published ones stand as they are. Money is at today's prices, so that what moves is the measurement.
 */
export function estimatesAt(
  rows: readonly Estimate[],
  results: readonly BenchLlmOutput[],
  timeMs: number,
): Estimate[] {
  const early = new Map(
    results.flatMap((result) =>
      result.is_valid && result.tokens_per_sec !== null && Date.parse(result.created_at) < timeMs
        ? [[result.job_id, { ...result, tokens_per_sec: result.tokens_per_sec }] as const]
        : [],
    ),
  );
  return rows.flatMap((row): Estimate[] => {
    // What was published has the date of its source or of its import: no history of ours.
    if (row.provenance === 'published' || Date.parse(row.created_at) < timeMs) return [row];
    if (Date.parse(row.first_created_at) >= timeMs) return [];
    const own = row.job_ids.flatMap((id) => early.get(id) ?? []);
    const rate = meanInterval(own.map((one) => one.tokens_per_sec));
    if (rate === null) return [];
    const means = Object.fromEntries(
      MEANS.map((key) => [key, mean(own.flatMap((one) => metricValue(one, key) ?? []))]),
    );
    const price = row.usd_per_million_tokens;
    return [
      {
        ...row,
        ...means,
        n: own.length,
        tokens_per_sec: rate.value,
        confidence_interval_lower: rate.lower,
        confidence_interval_upper: rate.upper,
        usd_per_million_tokens:
          price === null || rate.value <= 0 ? null : (price * row.tokens_per_sec) / rate.value,
      },
    ];
  });
}

/** How a deployment stands against an earlier board. */
export interface Movement {
  /** Places up (positive) or down by the best rank it may hold; null where it is ranked on one of the boards only. */
  readonly places: number | null;
  readonly kind: 'new' | 'moved' | 'entered' | 'left' | 'unranked';
  readonly before: { readonly rank: BoardRow['rank']; readonly measured: Figure | null } | null;
  readonly difference: Difference | null;
}

/** The movement of each deployment, by its id, from an earlier board to this one. */
export function movementsOf(
  board: readonly BoardRow[],
  earlier: readonly BoardRow[],
  measure: Measure,
): Map<string, Movement> {
  const before = new Map(earlier.map((row) => [row.deployment.id, row]));
  return new Map(
    board.map((row): [string, Movement] => {
      const then = before.get(row.deployment.id);
      if (then === undefined)
        return [row.deployment.id, { places: null, kind: 'new', before: null, difference: null }];
      const [was, is] = [then.rank, row.rank];
      return [
        row.deployment.id,
        {
          places: was === null || is === null ? null : was.best - is.best,
          kind: is === null ? (was === null ? 'unranked' : 'left') : was === null ? 'entered' : 'moved',
          before: { rank: was, measured: then.measured },
          difference: differenceFrom(then.measured, row.measured, betterOf(measure)),
        },
      ];
    }),
  );
}

/** "new", "▲ 2", "▼ 1", "=", "entered", "left"; null for what is ranked on neither board. */
export function movementText({ kind, places }: Movement): string | null {
  if (kind === 'unranked') return null;
  if (kind !== 'moved' || places === null) return kind;
  return places === 0 ? '=' : places > 0 ? `▲ ${places}` : `▼ ${-places}`;
}

/** The same in words, for a title and for who hears it. */
export function movementWords({ kind, places, before }: Movement, day: string): string {
  const was = before?.rank == null ? 'not ranked' : `ranked ${rankText(before.rank)}`;
  if (kind === 'new') return `not measured before ${day}`;
  if (kind === 'left') return `${was} on ${day}, not ranked now`;
  if (places === null || places === 0) return `${was} on ${day}`;
  return `${places > 0 ? 'up' : 'down'} ${Math.abs(places)} ${Math.abs(places) === 1 ? 'place' : 'places'}: ${was} on ${day}`;
}
