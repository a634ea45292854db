import { Link } from '@tanstack/react-router';
import type { ProjectRunWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import type { Project } from '#contract/views/v-projects.ts';
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

const linkStyles = 'text-accent no-underline hover:underline';

const joined = (list: readonly string[] | null) => (list === null ? null : list.join(', '));

export const projectColumns: readonly DataColumn<Project>[] = [
  textColumn('project_name', 'Project', (project) => project.project_name, {
    width: 240,
    cell: (project) => (
      <Link
        to="/w/$orgId/projects/$projectId"
        params={{ orgId: project.org_id, projectId: String(project.project_id) }}
        className={linkStyles}
        title={project.project_name}
      >
        {project.project_name}
      </Link>
    ),
  }),
  numberColumn('run_count', 'Runs', (project) => project.run_count, { width: 76 }),
  numberColumn('job_count', 'Jobs', (project) => project.job_count, { width: 76 }),
  numberColumn('active_count', 'Active', (project) => project.active_count, {
    width: 80,
    description: 'Jobs pending, queued or running',
    cell: (project) => <Count count={project.active_count} className="text-accent" />,
  }),
  numberColumn('completed_count', 'Completed', (project) => project.completed_count, {
    width: 100,
    hidden: true,
  }),
  numberColumn('failed_count', 'Failed', (project) => project.failed_count, {
    width: 80,
    cell: (project) => <Count count={project.failed_count} className="text-bad" />,
  }),
  textColumn('provenances', 'Provenance', (project) => joined(project.provenances), {
    width: 170,
    description: 'Where its figures come from',
    cell: (project) => <ProvenanceTags provenances={project.provenances} />,
  }),
  textColumn('owner_name', 'Owner', (project) => project.owner_name, { width: 130 }),
  textColumn('description', 'Description', (project) => project.description, { width: 260, hidden: true }),
  timeColumn('last_activity_at', 'Last activity', (project) => project.last_activity_at),
  timeColumn('created_at', 'Created', (project) => project.created_at, { hidden: true }),
];

export const projectRunColumns: readonly DataColumn<ProjectRunWithStatus>[] = [
  textColumn('run_name', 'Run', (run) => run.run_name, {
    width: 240,
    cell: (run) => (
      <Link
        to="/w/$orgId/runs/$runId"
        params={{ orgId: run.org_id, runId: String(run.run_id) }}
        className={linkStyles}
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
  textColumn('models', 'Models', (run) => joined(run.models), { width: 150 }),
  textColumn('gpus', 'GPUs', (run) => joined(run.gpus), { width: 160 }),
  textColumn('provenances', 'Provenance', (run) => joined(run.provenances), {
    width: 104,
    cell: (run) => <ProvenanceTags provenances={run.provenances} />,
  }),
  textColumn('created_by_name', 'By', (run) => run.created_by_name, { width: 120, hidden: true }),
  timeColumn('last_activity_at', 'Last activity', (run) => run.last_activity_at, { width: 108 }),
  timeColumn('created_at', 'Created', (run) => run.created_at, { hidden: true }),
];

function countsText(run: ProjectRunWithStatus): string {
  return `${run.completed_count} completed, ${run.failed_count} failed, ${run.cancelled_count} cancelled, ${run.running_count} running, ${run.pending_count} pending`;
}

/** Zero is quiet, anything else is not. */
function Count({ count, className }: { count: number; className: string }) {
  return (
    <span className={count === 0 ? 'text-ink-3' : `font-medium ${className}`}>
      {count.toLocaleString('en-US')}
    </span>
  );
}
