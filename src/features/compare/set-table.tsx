import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { DataColumn } from '#src/components/table/data-columns.tsx';
import { TABLE_KEYS, type TableView } from '#src/components/table/table-params.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { ComparedRow } from './compare-queries.ts';
import { compareSearch } from './compare-search.ts';

/** What of the address a table of estimates works with. */
export const SET_TABLE_KEYS = [...TABLE_KEYS, 'sel'] as const;

interface SetTableView extends TableView {
  readonly sel: readonly string[];
}

interface SetTableProps {
  title: string;
  rows: readonly ComparedRow[];
  columns: readonly DataColumn<ComparedRow>[];
  view: SetTableView;
  onViewChange: (
    change: Partial<SetTableView & { point: number }>,
    options?: { readonly push?: boolean },
  ) => void;
  fileName: string;
}

const rowId = (row: ComparedRow): string => String(row.job_id);

/** The rows of a set. Memoised: what changes in the charts draws no row again. */
export const SetTable = memo(function SetTable({
  title,
  rows,
  columns,
  view,
  onViewChange,
  fileName,
}: SetTableProps) {
  return (
    <Panel title={title}>
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        viewKey="compare"
        selected={view.sel}
        onSelectedChange={(sel) => onViewChange({ sel })}
        selectionActions={<CompareSelected jobs={view.sel} />}
        onViewChange={onViewChange}
        onRowOpen={(row) => onViewChange({ point: row.job_id }, { push: true })}
        fileName={fileName}
      />
    </Panel>
  );
});

/** Leads to the selected estimates side by side, each by its latest job, as from the leaderboard. */
export function CompareSelected({ jobs }: { jobs: readonly string[] }) {
  return (
    <Link
      to="."
      search={(before: Record<string, unknown>) => {
        const { published, simulated } = compareSearch.read(before);
        return compareSearch.write({ published, simulated, jobs });
      }}
      className={buttonStyles({ variant: 'primary' })}
    >
      Compare {jobs.length}
    </Link>
  );
}
