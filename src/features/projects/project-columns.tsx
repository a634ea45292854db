import { Link } from '@tanstack/react-router';
import type { Project } from '#contract/views/v-projects.ts';
import { grouped } from '#lib/grouped.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { ProvenanceTags } from '#src/components/ui/provenance-tag.tsx';

export const projectColumns: readonly DataColumn<Project>[] = [
  textColumn('project_name', 'Project', (project) => project.project_name, {
    width: 240,
    cell: (project) => (
      <Link
        to="/w/$orgId/projects/$projectId"
        params={{ orgId: project.org_id, projectId: String(project.project_id) }}
        className="text-accent no-underline hover:underline"
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
  textColumn('provenances', 'Provenance', (project) => project.provenances?.join(', '), {
    width: 170,
    description: 'Where its figures come from',
    cell: (project) => <ProvenanceTags provenances={project.provenances} />,
  }),
  textColumn('owner_name', 'Owner', (project) => project.owner_name, { width: 130 }),
  textColumn('description', 'Description', (project) => project.description, { width: 260, hidden: true }),
  timeColumn('last_activity_at', 'Last activity', (project) => project.last_activity_at),
  timeColumn('created_at', 'Created', (project) => project.created_at, { hidden: true }),
];

/** Zero is quiet, anything else is not. */
function Count({ count, className }: { count: number; className: string }) {
  return <span className={count === 0 ? 'text-ink-3' : `font-medium ${className}`}>{grouped(count)}</span>;
}
