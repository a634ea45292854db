import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Project } from '#contract/views/v-projects.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { projectColumns } from './project-columns.tsx';
import { projectsQuery } from './projects-queries.ts';
import { useOpenProject } from './use-open-project.ts';

const SHOWN = ['project_name', 'run_count', 'job_count', 'provenances', 'description'];
const columns = projectColumns.map((column) => ({
  ...column,
  isShownByDefault: SHOWN.includes(column.id),
}));
const NO_PROJECTS: readonly Project[] = [];

interface ReferencePanelProps {
  /** The reference workspace. */
  orgId: string;
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
}

/** What others published, to look at and compare with before there are results of one's own. */
export function ReferencePanel({ orgId, view, onViewChange }: ReferencePanelProps) {
  const projects = useQuery(projectsQuery(orgId));
  const openProject = useOpenProject();
  return (
    <Panel
      title="Published reference results"
      note="figures from public sources, with their citations; read only"
      actions={
        <Link
          to="/w/$orgId/projects"
          params={{ orgId }}
          className="inline-flex min-h-6 items-center px-1 text-xs text-ink-3 no-underline hover:text-ink"
        >
          Open the workspace
        </Link>
      }
    >
      <DataTable
        label="Reference projects"
        columns={columns}
        rows={projects.data ?? NO_PROJECTS}
        rowId={(project) => String(project.project_id)}
        view={view}
        onViewChange={onViewChange}
        onRowOpen={openProject}
        isPending={projects.isPending}
        error={projects.data === undefined ? projects.error : null}
        onRetry={() => void projects.refetch()}
        fileName="reference-projects"
      />
    </Panel>
  );
}
