import { Link } from '@tanstack/react-router';
import type { TelemetryJobSummaryRow } from '#contract/views/v-telemetry-job-summary.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { metricColumn } from '#src/components/table/metric-column.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { telemetrySearch } from './telemetry-search.ts';

export function summaryColumns(): readonly DataColumn<TelemetryJobSummaryRow>[] {
  return [
    textColumn('job_name', 'Job', (row) => row.job_name, {
      width: 210,
      cell: (row) => (
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            ...telemetrySearch.write({ job: row.job_id }),
          })}
          title={row.job_name}
          className="font-medium text-ink"
        >
          {row.job_name}
        </Link>
      ),
    }),
    textColumn('run_name', 'Run', (row) => row.run_name, { width: 220 }),
    textColumn('gpu_name', 'GPU', (row) => row.gpu_name, { width: 110 }),
    numberColumn('gpu_count_seen', 'GPUs', (row) => row.gpu_count_seen, { width: 70 }),
    textColumn('provenance', 'Provenance', (row) => row.provenance, {
      width: 105,
      cell: (row) => <ProvenanceTag provenance={row.provenance} />,
    }),
    metricColumn('gpu_util_avg_pct', { width: 105 }),
    metricColumn('gpu_util_imbalance_pct', { width: 145 }),
    metricColumn('power_total_avg_w', { width: 110 }),
    metricColumn('energy_j', { width: 105 }),
    metricColumn('joules_per_token', { width: 120 }),
    metricColumn('temperature_max_c', { width: 110 }),
    metricColumn('memory_used_max_gb', { width: 125 }),
    metricColumn('kv_cache_avg_pct', { width: 110, hidden: true }),
    metricColumn('coverage_pct', { width: 110, hidden: true }),
    numberColumn('samples', 'Samples', (row) => row.samples, { hidden: true }),
    textColumn('is_valid', 'Energy', (row) => (row.is_valid ? 'sound' : row.invalid_reasons.join('; ')), {
      width: 120,
      description: 'Whether the energy can be trusted, and why not',
      cell: (row) =>
        row.is_valid ? (
          <Badge tone="good">sound</Badge>
        ) : (
          <span title={row.invalid_reasons.join('; ')}>
            <Badge tone="warn">not sound</Badge>
          </span>
        ),
    }),
    timeColumn('created_at', 'Ended', (row) => row.created_at, { width: 110 }),
    numberColumn('job_id', 'Job id', (row) => row.job_id, {
      hidden: true,
      cell: (row) => String(row.job_id),
    }),
  ];
}
