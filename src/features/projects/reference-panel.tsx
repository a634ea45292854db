import { Link } from '@tanstack/react-router';
import type { TableView } from '#src/components/table/table-params.ts';
import { ViewTable } from '#src/components/table/view-table.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { projectColumns } from './project-columns.tsx';
import { useOpenProject } from './use-open-project.ts';
import { useProjectRows } from './use-project-rows.ts';

const SHOWN = ['project_name', 'run_count', 'job_count', 'provenances', 'description'];
const columns = projectColumns.map((column) => ({
  ...column,
  isShownByDefault: SHOWN.includes(column.id),
}));

interface ReferencePanelProps {
  /** The reference workspace. */
  orgId: string;
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
}

/** What others published, to look at and compare with before there are results of one's own. */
export function ReferencePanel({ orgId, view, onViewChange }: ReferencePanelProps) {
  const { table } = useProjectRows(orgId, '');
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
      <ViewTable
        label="Reference projects"
        columns={columns}
        {...table}
        view={view}
        onViewChange={onViewChange}
        onRowOpen={openProject}
        fileName="reference-projects"
      />
    </Panel>
  );
}
