import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import type { TelemetryPerGpuSummaryRow } from '#contract/views/v-telemetry-per-gpu-summary.ts';
import { numberColumn, textColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { metricColumn } from '#src/components/table/metric-column.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { changedGpuTable, gpuTableView } from './gpu-table-view.ts';
import { perGpuQuery } from './job-queries.ts';
import type { telemetrySearch } from './telemetry-search.ts';

const NO_ROWS: readonly TelemetryPerGpuSummaryRow[] = [];

interface PerGpuPanelProps {
  job: JobCurrentStatus;
  view: ViewState<typeof telemetrySearch.shape>;
  onViewChange: SetView<ViewState<typeof telemetrySearch.shape>>;
}

/** Each GPU over the measured window. */
export function PerGpuPanel({ job, view, onViewChange }: PerGpuPanelProps) {
  const gpus = useQuery(perGpuQuery(job));
  const columns = useMemo(() => gpuColumns(), []);
  const own = useMemo(() => gpuTableView(view.gpus), [view.gpus]);
  return (
    <Panel title="GPUs" note="means and extremes of the measured window">
      <DataTable
        label="GPUs"
        columns={columns}
        rows={gpus.data ?? NO_ROWS}
        rowId={(row) => String(row.gpu_index)}
        view={own}
        onViewChange={(change) => onViewChange({ gpus: changedGpuTable(view.gpus, change) })}
        isPending={gpus.isPending}
        error={gpus.data === undefined ? gpus.error : null}
        onRetry={() => void gpus.refetch()}
        fileName={`job-${job.job_id}-gpus`}
        empty={
          isTerminal(job.status_code) && !gpus.isPlaceholderData ? (
            <EmptyState title="No GPU was summed up">
              The job has no measured window or no samples.
            </EmptyState>
          ) : (
            <EmptyState title="No GPU is summed up yet">It is done when the job completes.</EmptyState>
          )
        }
      />
    </Panel>
  );
}

function gpuColumns(): readonly DataColumn<TelemetryPerGpuSummaryRow>[] {
  return [
    numberColumn('gpu_index', 'GPU', (row) => row.gpu_index, { width: 70 }),
    textColumn('gpu_uuid', 'UUID', (row) => row.gpu_uuid, { width: 130, hidden: true }),
    metricColumn('gpu_util_avg_pct', { width: 110 }),
    numberColumn('gpu_util_p50_pct', 'Util p50 (%)', (row) => rounded(row.gpu_util_p50_pct), { width: 110 }),
    numberColumn('gpu_util_p95_pct', 'Util p95 (%)', (row) => rounded(row.gpu_util_p95_pct), { width: 110 }),
    metricColumn('power_avg_w', { width: 100 }),
    numberColumn('power_max_w', 'Power max (W)', (row) => rounded(row.power_max_w), { width: 120 }),
    numberColumn('power_limit_w', 'Limit (W)', (row) => rounded(row.power_limit_w), { width: 95 }),
    metricColumn('energy_j', { width: 105 }),
    metricColumn('temperature_max_c', { width: 115 }),
    metricColumn('memory_used_max_gb', { width: 130 }),
    numberColumn('sm_clock_min_mhz', 'Clock min (MHz)', (row) => rounded(row.sm_clock_min_mhz), {
      width: 130,
    }),
    numberColumn('sm_clock_avg_mhz', 'Clock mean (MHz)', (row) => rounded(row.sm_clock_avg_mhz), {
      width: 135,
    }),
    metricColumn('coverage_pct', { width: 115 }),
    textColumn('is_valid', 'Energy', (row) => (row.is_valid ? 'sound' : row.invalid_reasons.join('; ')), {
      width: 110,
      cell: (row) =>
        row.is_valid ? (
          <Badge tone="good">sound</Badge>
        ) : (
          <span title={row.invalid_reasons.join('; ')}>
            <Badge tone="warn">not sound</Badge>
          </span>
        ),
    }),
  ];
}

const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10;
