import type { MetricKey } from '#contract/metrics.ts';
import type { Rank } from '#lib/ranking.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { metricColumn } from '#src/components/table/metric-column.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import type { ComparedRow } from './compare-queries.ts';
import { gpuText, type SetKind } from './compare-sets.ts';
import { frameworkText, layoutText } from '#src/components/results/traits.ts';
import { withValues } from './compare-measures.ts';
import { fileColumns, inFiles, provisionalText } from './file-columns.tsx';
import { rankText, setRanks } from './set-ranks.ts';
import { compareSearch } from './compare-search.ts';
import { Link } from '@tanstack/react-router';
import { grouped } from '#lib/grouped.ts';

const shareText = (value: number | null): string =>
  value === null ? NO_VALUE : `${(value * 100).toFixed(0)} %`;

/** As the leaderboard prints it. */
function RankCell({ rank, doubt }: { rank: Rank | undefined; doubt: string | null }) {
  if (rank === undefined) return NO_VALUE;
  return (
    <span className={doubt === null ? '' : 'text-ink-3'} title={doubt ?? undefined}>
      {doubt !== null && '~ '}
      {rankText(rank)}
    </span>
  );
}

const METRIC_COLUMNS: readonly MetricKey[] = [
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_user',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_p50_ms',
  'e2e_p99_ms',
  'usd_per_million_tokens',
  'joules_per_token',
];

/** Columns of the estimates of a set; a press on a row opens it whole. */
export function setColumns(
  kind: Exclude<SetKind, 'hardware'>,
  rows: readonly ComparedRow[],
): readonly DataColumn<ComparedRow>[] {
  const open = (row: ComparedRow, text: string) => (
    <Link
      to="."
      search={(before: Record<string, unknown>) => ({
        ...before,
        ...compareSearch.write({ point: row.job_id }),
      })}
      title={text}
      className="font-medium text-ink"
    >
      {text}
    </Link>
  );
  const identity: Record<Exclude<SetKind, 'hardware'>, DataColumn<ComparedRow>> = {
    models: textColumn('model_code', 'Model', (row) => row.model_code, {
      width: 170,
      cell: (row) => open(row, row.model_code),
    }),
    frameworks: textColumn('framework', 'Framework', (row) => frameworkText(row), {
      width: 150,
      cell: (row) => open(row, frameworkText(row) ?? 'not stated'),
    }),
    quantization: textColumn('quantization_code', 'Precision', (row) => row.quantization_code, {
      width: 110,
      cell: (row) => open(row, row.quantization_code ?? 'not stated'),
    }),
    concurrency: textColumn(
      'deployment',
      'Deployment',
      (row) => `${gpuText(row)} · ${frameworkText(row) ?? 'framework not stated'}`,
      {
        width: 260,
        cell: (row) => open(row, `${gpuText(row)} · ${frameworkText(row) ?? 'framework not stated'}`),
      },
    ),
  };
  const own: Record<Exclude<SetKind, 'hardware'>, readonly DataColumn<ComparedRow>[]> = {
    models: [],
    frameworks: [],
    quantization: [
      metricColumn('speedup', { width: 110 }),
      textColumn('quality', 'Quality', () => null, {
        width: 150,
        sortable: false,
        description: 'What the precision costs in quality; measured by evaluations',
        cell: () => <span className="text-ink-3">no quality score yet</span>,
      }),
    ],
    concurrency: [
      metricColumn('speedup', {
        width: 110,
        description: 'Output throughput against the lowest concurrency of the deployment',
      }),
      numberColumn('scaling_efficiency', 'Efficiency', (row) => row.scaling_efficiency, {
        width: 92,
        description: 'Speedup over the growth of concurrency; 100 % is linear',
        cell: (row) => shareText(row.scaling_efficiency),
      }),
      numberColumn('gain_over_previous', 'Gain', (row) => row.gain_over_previous, {
        width: 80,
        description: 'Output throughput against the step before',
        cell: (row) => shareText(row.gain_over_previous),
      }),
      textColumn('is_peak', 'Peak', (row) => (row.is_peak ? 'peak' : null), { width: 70 }),
    ],
  };
  const shown = new Set(withValues(rows, METRIC_COLUMNS));
  const ranks = setRanks(rows);
  return [
    identity[kind],
    textColumn('quantization', 'Precision', (row) => row.quantization_code, {
      width: 90,
      hidden: kind !== 'concurrency',
    }),
    textColumn('layout', 'Layout', (row) => layoutText(row.workload_options), {
      width: 150,
      hidden: rows.every((row) => layoutText(row.workload_options) === null),
    }),
    metricColumn('concurrency', { header: 'Concurrency', width: 104 }),
    ...(kind === 'concurrency'
      ? []
      : [
          numberColumn<ComparedRow>('rank', 'Rank', (row) => ranks.get(row)?.best, {
            width: 84,
            description:
              'Ranks that it may hold by output tokens/s per GPU among those of the same concurrency: tied where 95 % intervals overlap; ~ is provisional, from one measurement',
            cell: (row) => <RankCell rank={ranks.get(row)} doubt={provisionalText(row)} />,
          }),
          inFiles(
            numberColumn<ComparedRow>('rank_worst', 'Worst rank', (row) => ranks.get(row)?.worst, {
              description: 'The last of the ranks that it may hold',
            }),
          ),
          numberColumn<ComparedRow>('relative_to_best', 'Of the best', (row) => row.relative_to_best, {
            width: 96,
            description: 'Output tokens/s per GPU relative to the best of the same concurrency',
            cell: (row) => shareText(row.relative_to_best),
          }),
        ]),
    ...own[kind],
    ...METRIC_COLUMNS.map((key) => metricColumn<ComparedRow>(key, { width: 156, hidden: !shown.has(key) })),
    numberColumn('n', 'n', (row) => row.n, { width: 52, description: 'Repeats behind the figure' }),
    numberColumn('confidence_interval_lower', 'Output, low', (row) => row.confidence_interval_lower, {
      width: 100,
      hidden: rows.every((row) => row.confidence_interval_lower === null),
      description: 'Lower end of the 95 % interval of output tokens/s',
      cell: (row) =>
        row.confidence_interval_lower === null
          ? NO_VALUE
          : grouped(Math.round(row.confidence_interval_lower)),
    }),
    numberColumn('confidence_interval_upper', 'Output, high', (row) => row.confidence_interval_upper, {
      width: 100,
      hidden: rows.every((row) => row.confidence_interval_upper === null),
      description: 'Upper end of the 95 % interval of output tokens/s',
      cell: (row) =>
        row.confidence_interval_upper === null
          ? NO_VALUE
          : grouped(Math.round(row.confidence_interval_upper)),
    }),
    textColumn('provenance', 'Provenance', (row) => row.provenance, {
      width: 104,
      cell: (row) => <ProvenanceTag provenance={row.provenance} />,
    }),
    textColumn('citation', 'Source', (row) => row.citation, { width: 200, hidden: true }),
    timeColumn('created_at', 'Measured', (row) => row.created_at, { width: 110, hidden: true }),
    ...fileColumns<ComparedRow>(),
  ];
}
