import { memo } from 'react';
import { METRICS } from '#contract/metrics.ts';
import { CompareButton } from '#src/components/results/open-compare.tsx';
import type { DataColumn } from '#src/components/table/data-columns.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { BoardRow } from './board-rows.ts';
import type { Measure } from './measures.ts';

interface BoardTableView extends TableView {
  readonly sel: readonly string[];
}

interface BoardTableProps {
  board: readonly BoardRow[];
  columns: readonly DataColumn<BoardRow>[];
  by: Measure;
  view: BoardTableView;
  onViewChange: (
    change: Partial<BoardTableView & { row: number }>,
    options?: { readonly push?: boolean },
  ) => void;
  isPending: boolean;
  fileName: string;
}

const rowId = (row: BoardRow): string => String(row.estimate.job_id);

/** The ranking. Memoised: what changes beside it, such as the chart's zoom, does not draw its rows again. */
export const BoardTable = memo(function BoardTable({
  board,
  columns,
  by,
  view,
  onViewChange,
  isPending,
  fileName,
}: BoardTableProps) {
  const { sel } = view;
  return (
    <Panel
      title="Ranking"
      note={`${METRICS[by].better === 'lower' ? 'lower' : 'higher'} is better; ~ is provisional: one measurement only`}
    >
      <DataTable
        label="Deployments"
        viewKey="leaderboard"
        columns={columns}
        rows={board}
        rowId={rowId}
        view={view}
        onViewChange={onViewChange}
        selected={sel}
        onSelectedChange={(ids) => onViewChange({ sel: ids })}
        selectionActions={<CompareButton jobs={sel} />}
        onRowOpen={(row) => onViewChange({ row: row.estimate.job_id }, { push: true })}
        isPending={isPending}
        fileName={fileName}
      />
    </Panel>
  );
});
