import { useQuery } from '@tanstack/react-query';
import { memo, useDeferredValue, useMemo } from 'react';
import { Link } from '@tanstack/react-router';
import { METRICS } from '#contract/metrics.ts';
import type { HardwareUtilizationRow } from '#contract/views/v-hardware-utilization.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import { numberColumn, textColumn } from '#src/components/table/data-columns.tsx';
import { metricColumn } from '#src/components/table/metric-column.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { SetView } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { ComparabilityBanner } from './comparability-banner.tsx';
import { chooseMetric, withValues } from './compare-measures.ts';
import { hardwareQuery } from './compare-queries.ts';
import type { CompareView } from './compare-search.ts';
import type { ChosenSet } from './chosen-set.ts';
import { gpuText } from './compare-sets.ts';
import { frameworkText, layoutText, optionsText } from '#src/components/results/traits.ts';
import { fileColumns } from './file-columns.tsx';
import { bestOfHardware, hardwareComparability, HARDWARE_METRICS, toHardwareSpec } from './hardware-rows.ts';
import { LeftOut } from './left-out.tsx';
import { MetricSelect } from './metric-select.tsx';
import { CompareSelected, SET_TABLE_KEYS } from './set-table.tsx';
import { Waiting } from './waiting.tsx';

const NO_ROWS: readonly HardwareUtilizationRow[] = [];
const TITLE = 'GPUs beside each other';
const ROWS_KEYS = [...SET_TABLE_KEYS, 'loads'] as const;
const rowId = (row: HardwareUtilizationRow): string => String(row.job_id);

interface HardwareBodyProps {
  chosen: ChosenSet;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}

/** What each kind of hardware gives and uses, at its best load. */
export function HardwareBody({ chosen, view, onViewChange }: HardwareBodyProps) {
  const read = useQuery(hardwareQuery(chosen.set));
  const rows = read.data?.rows ?? NO_ROWS;
  const best = useMemo(() => bestOfHardware(rows), [rows]);
  const available = useMemo(() => withValues(best, HARDWARE_METRICS), [best]);
  const metric = chooseMetric(view.y, best, available, HARDWARE_METRICS);
  const panels = useMemo(
    () => (metric === null ? [] : [toHardwareSpec(TITLE, best, metric)]),
    [best, metric],
  );
  const answer = useMemo(() => hardwareComparability(best), [best]);
  if (read.isError)
    return (
      <ErrorState
        error={read.error}
        title="The use of the hardware could not be read"
        onRetry={() => void read.refetch()}
      />
    );
  if (read.data === undefined) return <Waiting />;
  return (
    <>
      <ComparabilityBanner
        answer={answer}
        advice="Each bar is the best that was measured on its hardware: a difference is not the hardware’s alone."
      />
      <LeftOut set={read.data} />
      <ChartFrame
        title={TITLE}
        subtitle={
          metric === null ? undefined : `${METRICS[metric].label}, each at its load with most output per GPU`
        }
        panels={panels}
        view={view}
        onViewChange={onViewChange}
        controls={
          <MetricSelect
            label="Metric"
            value={metric}
            keys={available}
            onChange={(y) => onViewChange({ y })}
          />
        }
      />
      <HardwareTable rows={rows} best={best} view={viewPart(view, ROWS_KEYS)} onViewChange={onViewChange} />
    </>
  );
}

interface HardwareTableProps {
  rows: readonly HardwareUtilizationRow[];
  /** Each kind of hardware at its best load. */
  best: readonly HardwareUtilizationRow[];
  view: Pick<CompareView, (typeof ROWS_KEYS)[number]>;
  onViewChange: SetView<CompareView>;
}

const HardwareTable = memo(function HardwareTable({ rows, best, view, onViewChange }: HardwareTableProps) {
  const columns = useMemo(() => hardwareColumns(rows), [rows]);
  const shown = useDeferredValue(view.loads) ? rows : best;
  return (
    <Panel
      title="Use of the hardware"
      note="telemetry of the measured window; MFU is against the dense peak of the precision"
      actions={
        <ToggleChip
          pressed={view.loads}
          onPressedChange={(loads) => onViewChange({ loads })}
          count={rows.length}
        >
          all loads
        </ToggleChip>
      }
    >
      <DataTable
        label="Use of the hardware"
        columns={columns}
        rows={shown}
        rowId={rowId}
        view={view}
        onViewChange={onViewChange}
        viewKey="compare"
        selected={view.sel}
        onSelectedChange={(sel) => onViewChange({ sel })}
        selectionActions={<CompareSelected jobs={view.sel} />}
        fileName="compare-hardware"
      />
    </Panel>
  );
});

function hardwareColumns(rows: readonly HardwareUtilizationRow[]) {
  return [
    textColumn<HardwareUtilizationRow>('gpu', 'GPUs', (row) => gpuText(row), {
      width: 210,
      cell: (row) => (
        <Link
          to={`/w/${row.org_id}/jobs/${row.job_id}` as '/'}
          title={`${gpuText(row)}: open job ${row.job_id}`}
          className="font-medium text-ink"
        >
          {gpuText(row)}
        </Link>
      ),
    }),
    textColumn<HardwareUtilizationRow>('framework', 'Framework', frameworkText, { width: 130 }),
    textColumn<HardwareUtilizationRow>('quantization_code', 'Precision', (row) => row.quantization_code, {
      width: 88,
    }),
    metricColumn<HardwareUtilizationRow>('concurrency', { header: 'Concurrency', width: 104 }),
    ...HARDWARE_METRICS.map((key) =>
      metricColumn<HardwareUtilizationRow>(key, {
        width: 118,
        hidden:
          withValues(rows, [key]).length === 0 &&
          key !== 'mfu_pct' &&
          key !== 'power_total_avg_w' &&
          key !== 'joules_per_token' &&
          key !== 'memory_used_max_gb',
      }),
    ),
    metricColumn<HardwareUtilizationRow>('gpu_util_imbalance_pct', { width: 118, hidden: true }),
    numberColumn<HardwareUtilizationRow>('n', 'n', (row) => row.n, {
      width: 52,
      description: 'Repeats behind the throughput',
    }),
    numberColumn<HardwareUtilizationRow>('telemetry_n', 'n telemetry', (row) => row.telemetry_n, {
      width: 96,
      description: 'Repeats that have telemetry',
    }),
    textColumn<HardwareUtilizationRow>('provenance', 'Provenance', (row) => row.provenance, {
      width: 104,
      cell: (row) => <ProvenanceTag provenance={row.provenance} />,
    }),
    textColumn<HardwareUtilizationRow>('layout', 'Layout', (row) => layoutText(row.workload_options), {
      width: 150,
      hidden: true,
    }),
    textColumn<HardwareUtilizationRow>('options', 'Options', (row) => optionsText(row.workload_options), {
      width: 200,
      hidden: true,
    }),
    textColumn<HardwareUtilizationRow>('citation', 'Source', (row) => row.citation, {
      width: 200,
      hidden: true,
    }),
    ...fileColumns<HardwareUtilizationRow>(),
  ];
}
