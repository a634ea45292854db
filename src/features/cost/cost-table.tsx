import { memo, useMemo } from 'react';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { costColumns } from './cost-columns.tsx';
import type { CostRow } from './cost-rows.ts';
import type { Tokens } from './cost-search.ts';

interface CostTableProps {
  rows: readonly CostRow[];
  tokens: Tokens;
  title: string;
  /** Least tokens a second of one user that the rows keep; null: any. */
  user: number | null;
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
  fileName: string;
}

const rowId = (row: CostRow): string => String(row.estimate.job_id);

/** What each deployment costs. Memoised: what changes beside it, such as the chart's zoom, does not draw its rows again. */
export const CostTable = memo(function CostTable({
  rows,
  tokens,
  title,
  user,
  view,
  onViewChange,
  fileName,
}: CostTableProps) {
  const [cheapest] = rows;
  const columns = useMemo(() => costColumns(tokens, cheapest), [tokens, cheapest]);
  return (
    <Panel
      title={title}
      note="each deployment at its cheapest load; lower is better; the interval is that of throughput"
    >
      <DataTable
        label="Deployments"
        viewKey="cost"
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        onViewChange={onViewChange}
        fileName={fileName}
        empty={
          <EmptyState title="No deployment keeps the limit">
            None gives one user {user?.toLocaleString('en-US')} tokens a second at any measured load.
          </EmptyState>
        }
      />
    </Panel>
  );
});
