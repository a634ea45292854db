import { memo } from 'react';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { DataColumn } from '#src/components/table/data-columns.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { MOST_ROWS, type ComparedRow } from './compare-queries.ts';

interface SetTableProps {
  title: string;
  rows: readonly ComparedRow[];
  /** Rows of the set in all, when `rows` are not all of them. */
  total: number;
  columns: readonly DataColumn<ComparedRow>[];
  view: TableView;
  onViewChange: (
    change: Partial<TableView & { point: number }>,
    options?: { readonly push?: boolean },
  ) => void;
  fileName: string;
}

const rowId = (row: ComparedRow): string => String(row.job_id);

/** The rows of a set. Memoised: what changes in the charts draws no row again. */
export const SetTable = memo(function SetTable({
  title,
  rows,
  total,
  columns,
  view,
  onViewChange,
  fileName,
}: SetTableProps) {
  return (
    <Panel
      title={title}
      note={
        total > MOST_ROWS
          ? `the first ${MOST_ROWS.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
          : undefined
      }
    >
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        onViewChange={onViewChange}
        onRowOpen={(row) => onViewChange({ point: row.job_id }, { push: true })}
        fileName={fileName}
      />
    </Panel>
  );
});
