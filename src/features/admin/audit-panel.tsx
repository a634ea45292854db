import { Suspense, useMemo } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { useRangeRows } from '#src/components/table/use-range-rows.ts';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { AdminPanelProps } from './admin-view.ts';
import { auditColumns } from './audit-columns.tsx';
import { auditRead } from './audit-read.ts';

const AuditDrawer = lazyPart(
  () => import('./audit-drawer.tsx'),
  (part) => part.AuditDrawer,
);

const OUTCOMES = [
  { value: 'any', label: 'any outcome' },
  { value: 'done', label: 'done' },
  { value: 'refused', label: 'refused' },
] as const;
const DAYS = [
  { value: '1', label: 'last day' },
  { value: '7', label: 'last 7 days' },
  { value: '30', label: 'last 30 days' },
  { value: '90', label: 'last 90 days' },
] as const;

/** Every write and every refused call of the last 90 days. */
export function AuditPanel({ view, onViewChange }: AdminPanelProps) {
  const { orgId } = useWorkspace();
  const { action, by, outcome, days } = view;
  const windowed = useMemo(
    () => auditRead(orgId, { action, by, outcome, days }),
    [orgId, action, by, outcome, days],
  );
  const part = useRangeRows(windowed, view);
  const columns = useMemo(() => auditColumns(), []);
  const isFiltered = action !== '' || by !== '' || outcome !== 'any' || days !== '90';
  return (
    <Panel
      title="Audit log"
      note="every write and every refused call; kept for 90 days, times in your zone, UTC in exports"
    >
      <DataTable
        label="Audit log"
        viewKey="audit"
        columns={columns}
        {...part}
        rowId={(row) => String(row.audit_id)}
        view={view}
        onViewChange={onViewChange}
        onRowOpen={(row) => onViewChange({ entry: row.audit_id }, { push: true })}
        fileName="audit-log"
        toolbar={
          <>
            <FilterInput label="Action" value={action} onChange={(text) => onViewChange({ action: text })} />
            <FilterInput label="By (e-mail)" value={by} onChange={(text) => onViewChange({ by: text })} />
            <CompactSelect
              label="Outcome"
              value={outcome}
              options={OUTCOMES}
              onValueChange={(value) => onViewChange({ outcome: value })}
            />
            <CompactSelect
              label="Time"
              value={days}
              options={DAYS}
              onValueChange={(value) => onViewChange({ days: value })}
            />
          </>
        }
        empty={
          isFiltered ? (
            <EmptyState
              title="No entry passes the filters"
              actions={
                <Button onClick={() => onViewChange({ action: '', by: '', outcome: 'any', days: '90' })}>
                  Clear the filters
                </Button>
              }
            />
          ) : (
            <EmptyState title="Nothing yet">What people and programs change here appears here.</EmptyState>
          )
        }
      />
      <Suspense>
        {view.entry > 0 && (
          <AuditDrawer
            entryId={view.entry}
            listed={part.rows}
            isListPending={part.isPending}
            onClose={() => onViewChange({ entry: 0 })}
          />
        )}
      </Suspense>
    </Panel>
  );
}
