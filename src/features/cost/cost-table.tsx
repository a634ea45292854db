import { memo, useMemo, useState } from 'react';
import { grouped } from '#lib/grouped.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { CompareButton } from '#src/components/results/open-compare.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { costColumns } from './cost-columns.tsx';
import type { CostRow } from './cost-rows.ts';
import type { Tokens } from './cost-search.ts';

interface CostTableView extends TableView {
  readonly sel: readonly string[];
}

interface CostTableProps {
  rows: readonly CostRow[];
  tokens: Tokens;
  title: string;
  /** Least tokens a second of one user that the rows keep; null: any. */
  user: number | null;
  issues: KnownIssues;
  view: CostTableView;
  onViewChange: (change: Partial<CostTableView>) => void;
  fileName: string;
}

const rowId = (row: CostRow): string => String(row.estimate.job_id);

/** What each deployment costs. Memoised: what changes beside it, such as the chart's zoom, does not draw its rows again. */
export const CostTable = memo(function CostTable({
  rows,
  tokens,
  title,
  user,
  issues,
  view,
  onViewChange,
  fileName,
}: CostTableProps) {
  const [cheapest] = rows;
  const [nowMs] = useState(() => Date.now());
  const columns = useMemo(
    () => costColumns({ tokens, cheapest, nowMs, issues }),
    [tokens, cheapest, nowMs, issues],
  );
  const { sel } = view;
  return (
    <Panel
      title={title}
      note="each at its cheapest load; lower is better; interval of throughput; ~ is provisional, measured once"
    >
      <DataTable
        label="Deployments"
        viewKey="cost"
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        onViewChange={onViewChange}
        selected={sel}
        onSelectedChange={(ids) => onViewChange({ sel: ids })}
        selectionActions={<CompareButton jobs={sel} />}
        fileName={fileName}
        empty={
          <EmptyState title="No deployment keeps the limit">
            None gives one user {user !== null && grouped(user)} tokens a second at any measured load.
          </EmptyState>
        }
      />
    </Panel>
  );
});
