import type { Recommendation, Rejected } from '#contract/sizer/solve-response.ts';

// Made once: making one takes longer than a hundred uses.
const THREE_DIGITS = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** Three significant figures, thousands separated. */
export function figure(value: number): string {
  const rounded = Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(3));
  return THREE_DIGITS.format(rounded);
}

export function usd(value: number | null): string {
  return value === null ? 'no price known' : `$${WHOLE.format(value)}`;
}

export function ms(value: number): string {
  return value >= 1000 ? `${figure(value / 1000)} s` : `${figure(value)} ms`;
}

const many = (count: number, word: string) => `${figure(count)} ${word}${count === 1 ? '' : 's'}`;

/** `8 × NVIDIA H100 SXM 80GB in 1 node (2 replicas of TP4)` */
export function hardware(row: Recommendation): string {
  if (row.fleet.length > 1) {
    const parts = row.fleet.map((part) => `${part.gpus} × ${part.gpu_model}`).join(' and ');
    return `${parts} in ${many(row.nodes_needed, 'node')}`;
  }
  return `${row.gpus_needed} × ${row.gpu_display_name} in ${many(row.nodes_needed, 'node')} (${split(row)})`;
}

export function split(row: Recommendation): string {
  const { tp, pp, ep, dp } = row.parallelism;
  const parts = [`TP${tp}`, pp > 1 ? `PP${pp}` : '', ep > 1 ? `EP${ep}` : '', dp > 1 ? `DP${dp}` : ''].filter(
    (part) => part !== '',
  );
  return `${many(row.replicas, 'replica')} of ${parts.join(' × ')}`;
}

export function money(row: Recommendation): string {
  if (row.capex_usd === null) return 'no price known for it';
  const extras = [
    row.tco_usd === null
      ? ''
      : `TCO ${usd(row.tco_usd)} over ${row.horizon_years} ${row.horizon_years === 1 ? 'year' : 'years'}`,
    row.usd_per_million_tokens === null ? '' : `$${figure(row.usd_per_million_tokens)} per million tokens`,
  ].filter((part) => part !== '');
  return `capex ${usd(row.capex_usd)}${extras.length > 0 ? ` (${extras.join(', ')})` : ''}${row.pricing_complete ? '' : ', indicative prices'}`;
}

export function speed(row: Recommendation): string {
  return `${figure(row.expected_tps_total)} tokens/s, p99 ${ms(row.expected_p99_e2e_ms)} end to end, TTFT ${ms(row.expected_ttft_p50_ms)} and ${ms(row.expected_tpot_p50_ms)} a token at the median`;
}

/** `precision fp8 on vllm` */
export function stack(row: Recommendation): string {
  return `${row.model_name} in ${row.precision} on ${row.framework}`;
}

export function failures(item: Rejected): string {
  return item.constraint_failures.map((failure) => failure.message.replace(/\.$/, '')).join('; ');
}
