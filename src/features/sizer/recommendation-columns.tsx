import { Link } from '@tanstack/react-router';
import { formatMetric, METRICS, metricHeader } from '#contract/metrics.ts';
import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { figures } from '#lib/decimal-text.ts';
import { numberColumn, textColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import {
  CONFIDENCE_TONES,
  FIGURES,
  figureOf,
  formatUsd,
  intervalText,
  parallelismText,
  type Figure,
} from './answer-format.ts';
import { sizerSearch } from './sizer-search.ts';

/** Columns of the recommendations; the first opens one whole. */
export const RECOMMENDATION_TABLE: readonly DataColumn<Recommendation>[] = [
  textColumn('gpu', 'GPUs', (row) => `${row.gpus_needed} × ${row.gpu_display_name}`, {
    width: 270,
    cell: (row) => (
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({
          ...before,
          ...sizerSearch.write({ pick: row.candidate_id }),
        })}
        resetScroll={false}
        className="font-medium text-ink"
        title={parallelismText(row.parallelism)}
      >
        {row.gpus_needed} × {row.gpu_display_name}
      </Link>
    ),
  }),
  numberColumn('rank', 'Rank', (row) => row.rank, { width: 60, hidden: true }),
  textColumn('gpu_model', 'GPU model', (row) => row.gpu_model, { width: 130, hidden: true }),
  numberColumn('nodes_needed', 'Nodes', (row) => row.nodes_needed, { width: 64 }),
  numberColumn('replicas', 'Replicas', (row) => row.replicas, { width: 76 }),
  textColumn('parallelism', 'Parallelism', (row) => parallelismText(row.parallelism), { width: 190 }),
  textColumn('framework', 'Framework', (row) => row.framework, { width: 92 }),
  textColumn('precision', 'Precision', (row) => row.precision, { width: 80 }),
  ...FIGURES.map((figure) =>
    figureColumn(
      figure,
      !['expected_tps_total', 'expected_ttft_p50_ms', 'expected_tpot_p50_ms', 'expected_p99_e2e_ms'].includes(
        figure.key,
      ),
    ),
  ),
  numberColumn('vram_headroom_pct', 'Headroom (%)', (row) => row.vram_headroom_pct, {
    width: 104,
    cell: (row) => figures(row.vram_headroom_pct, 3),
  }),
  usdColumn('capex_usd', 'Capex (USD)', false),
  usdColumn('opex_annual_usd', 'Opex a year (USD)', true),
  usdColumn('tco_usd', 'TCO (USD)', false),
  usdColumn('usd_per_million_tokens', 'Per M tokens (USD)', false),
  numberColumn('power_w', 'Power (W)', (row) => row.power_w, {
    width: 96,
    hidden: true,
    cell: (row) => formatMetric('power_w', row.power_w),
  }),
  textColumn('confidence', 'Confidence', (row) => row.confidence.replace('_', ' '), {
    width: 100,
    cell: (row) => (
      <Badge tone={CONFIDENCE_TONES[row.confidence]} title={row.confidence_reason}>
        {row.confidence.replace('_', ' ')}
      </Badge>
    ),
  }),
];

/** A figure with its interval beside it; sorted and exported by the figure in full. */
function figureColumn(figure: Figure, hidden: boolean): DataColumn<Recommendation> {
  const metric = METRICS[figure.metric];
  return {
    ...numberColumn<Recommendation>(figure.key, metricHeader(figure.metric), (row) => figureOf(row, figure), {
      width: 176,
      hidden,
      description: `${metric.label}; beside it the interval that holds 80 % of such figures`,
      cell: (row) => {
        const interval = intervalText(row, figure);
        return (
          <span title={`${figureOf(row, figure) ?? ''} ${metric.unit}`.trim()}>
            {interval !== null && <span className="mr-1.5 text-xs text-ink-3">({interval})</span>}
            {formatMetric(figure.metric, figureOf(row, figure))}
          </span>
        );
      },
    }),
    firstSort: metric.better === 'lower' ? 'asc' : 'desc',
  };
}

function usdColumn(
  key: 'capex_usd' | 'opex_annual_usd' | 'tco_usd' | 'usd_per_million_tokens',
  header: string,
  hidden: boolean,
): DataColumn<Recommendation> {
  return {
    ...numberColumn<Recommendation>(key, header, (row) => row[key], {
      width: 124,
      hidden,
      cell: (row) => (
        <span title={row.pricing_complete ? undefined : 'A price is missing or a guess'}>
          {formatUsd(row[key])}
          {row[key] !== null && !row.pricing_complete && <span className="text-ink-3"> *</span>}
        </span>
      ),
    }),
    firstSort: 'asc',
  };
}
