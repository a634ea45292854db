import { Link } from '@tanstack/react-router';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { StatusCounts } from '#src/components/ui/status-counts.tsx';

export const projectRunColumns: readonly DataColumn<ProjectRunWithStatus>[] = [
  textColumn('run_name', 'Run', (run) => run.run_name, {
    width: 240,
    cell: (run) => (
      <Link
        to="/w/$orgId/runs/$runId"
        params={{ orgId: run.org_id, runId: String(run.run_id) }}
        className="text-accent no-underline hover:underline"
        title={run.run_name}
      >
        {run.run_name}
      </Link>
    ),
  }),
  textColumn('status_code', 'Status', (run) => run.status_code, {
    width: 112,
    cell: (run) => (run.job_count === 0 ? NO_VALUE : <StatusBadge status={run.status_code} />),
  }),
  numberColumn('job_count', 'Jobs', (run) => run.job_count, { width: 68 }),
  textColumn('counts', 'By status', countsText, {
    width: 190,
    sortable: false,
    cell: (run) => <StatusCounts counts={run} />,
  }),
  textColumn('models', 'Models', (run) => run.models?.join(', '), { width: 150 }),
  textColumn('gpus', 'GPUs', (run) => run.gpus?.join(', '), { width: 160 }),
  textColumn('provenances', 'Provenance', (run) => run.provenances?.join(', '), {
    width: 104,
    cell: (run) => <ProvenanceTags provenances={run.provenances} />,
  }),
  textColumn('created_by_name', 'By', (run) => run.created_by_name, { width: 120, hidden: true }),
  timeColumn('last_activity_at', 'Last activity', (run) => run.last_activity_at, { width: 108 }),
  timeColumn('created_at', 'Created', (run) => run.created_at, { hidden: true }),
  numberColumn('run_id', 'Run id', (run) => run.run_id, { hidden: true, cell: (run) => String(run.run_id) }),
];

function countsText(run: ProjectRunWithStatus): string {
  return `${run.completed_count} completed, ${run.failed_count} failed, ${run.cancelled_count} cancelled, ${run.running_count} running, ${run.pending_count} pending`;
}
