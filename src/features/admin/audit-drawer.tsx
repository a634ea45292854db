import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { exactTime, RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { actorOf, objectOf } from './audit-columns.tsx';
import { auditEntryQuery } from './audit-entry-query.ts';
import type { AuditRow } from './audit-read.ts';

interface AuditDrawerProps {
  entryId: number;
  /** Entries that were read already: one that is not among them is read by itself. */
  listed: readonly AuditRow[];
  isListPending: boolean;
  onClose: () => void;
}

/** One entry with everything that was written down of it. */
export function AuditDrawer({ entryId, listed, isListPending, onClose }: AuditDrawerProps) {
  const { orgId } = useWorkspace();
  const loaded = listed.find(({ audit_id: id }) => id === entryId);
  const read = useQuery({
    ...auditEntryQuery(orgId, entryId),
    enabled: loaded === undefined && !isListPending,
  });
  const entry = loaded ?? read.data ?? null;
  const isPending = loaded === undefined && (isListPending || read.isPending);
  return (
    <Drawer
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={entry?.action ?? 'Audit entry'}
    >
      {entry === null ? (
        isPending ? (
          <Skeleton className="m-4 h-40!" />
        ) : read.isError ? (
          <div className="p-4">
            <ErrorState
              error={read.error}
              title="The entry could not be read"
              onRetry={() => void read.refetch()}
            />
          </div>
        ) : (
          <EmptyState title="No such entry">
            It is not of this workspace, or older than the 90 days that entries are kept.
          </EmptyState>
        )
      ) : (
        <div className="grid grid-cols-1 gap-4 p-4">
          <KeyValue
            items={[
              {
                label: 'When',
                value: (
                  <>
                    {exactTime(Date.parse(entry.created_at))} (<RelativeTime at={entry.created_at} />)
                  </>
                ),
              },
              { label: 'By', value: actorOf(entry) },
              { label: 'On', value: objectOf(entry) },
              { label: 'Outcome', value: entry.outcome },
              {
                label: 'Request',
                value: entry.request_id === null ? null : <CopyableId label="" id={entry.request_id} />,
              },
              { label: 'Entry', value: entry.audit_id },
            ]}
          />
          {entry.detail !== null && (
            <div className="grid gap-1">
              <h3 className="text-xs font-medium text-ink-3">Detail</h3>
              <pre
                // Long lines scroll; without focus a keyboard could not reach them.
                tabIndex={0}
                className="overflow-x-auto rounded border border-line bg-raised p-2 font-mono text-xs"
              >
                {JSON.stringify(entry.detail, null, 2)}
              </pre>
            </div>
          )}
        </div>
      )}
    </Drawer>
  );
}
