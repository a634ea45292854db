import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { serversQuery } from '#src/api/server-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { reach } from '#src/components/ui/reach.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { countStates, serversOf, silentServers } from './server-facts.ts';
import { serverColumns } from './servers-columns.tsx';
import { serversSearch } from './servers-search.ts';
import { SilentServers } from './silent-servers.tsx';

const ServersOverlays = lazyPart(
  () => import('./servers-overlays.tsx'),
  (part) => part.ServersOverlays,
);
const RegistrationTokensPanel = lazyPart(
  () => import('./registration-tokens-panel.tsx'),
  (part) => part.RegistrationTokensPanel,
);
/** The code of what opens is fetched when a person comes near what opens it. */
const opening = reach(ServersOverlays.load);

export function ServersPage() {
  const { orgId, can, membership } = useWorkspace();
  const [view, setView] = useViewSearch(serversSearch);
  const { data: rows } = useSuspenseQuery(serversQuery(orgId));
  const canWrite = can('engineer') && !membership.is_reference;
  const isGrouped = view.sort === null || view.sort.id === 'hostname';
  const columns = useMemo(
    () => serverColumns({ orgId, rows, canSubmit: canWrite, isGrouped }),
    [orgId, rows, canWrite, isGrouped],
  );
  const servers = serversOf(rows);
  // What was opened stays mounted, so that it can give the focus back when it closes.
  const isOpen = view.server !== 0 || (canWrite && view.dialog !== 'none');
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const dialogButton = (dialog: typeof view.dialog, label: ReactNode, variant?: 'primary') => (
    <Button variant={variant} {...opening} onClick={() => setView({ dialog }, { push: true })}>
      {label}
    </Button>
  );
  const connectButton = dialogButton(
    'worker',
    <>
      <Plus aria-hidden />
      Connect a worker
    </>,
    servers.length === 0 ? 'primary' : undefined,
  );
  return (
    <Page>
      <PageHeader
        title="Servers"
        facts={[
          counted(servers.length, 'server'),
          ...countStates(rows).map(({ status, count }) => `${count} ${status.replace('_', ' ')}`),
          counted(rows.filter((row) => row.config_code !== null).length, 'config'),
          !canWrite && !membership.is_reference && 'your role here is viewer: adding needs engineer',
        ]}
        actions={
          <>
            <ApiCallButton calls={async () => (await import('./servers-calls.ts')).serversCalls(orgId)} />
            {canWrite && servers.length > 0 && (
              <>
                {dialogButton('model', 'Add a model')}
                {dialogButton('config', 'Add config')}
                {connectButton}
              </>
            )}
          </>
        }
      />
      <SilentServers servers={silentServers(rows)} />
      <Panel {...opening}>
        <DataTable
          label="Servers"
          viewKey="servers"
          columns={columns}
          rows={rows}
          rowId={(row) => `${row.server_id}-${row.server_config_id ?? 0}`}
          view={view}
          onViewChange={setView}
          onRowOpen={(row) => setView({ server: row.server_id }, { push: true })}
          fileName="servers"
          empty={
            <EmptyState title="No servers yet" actions={canWrite && connectButton}>
              {membership.is_reference
                ? 'This workspace holds published results, which no server here has made.'
                : 'A worker is a small program that runs on the machine with the GPUs, or beside an endpoint. It takes jobs, sends the requests, measures, and reports here. The machine appears by itself once its worker starts; then add a config that says what to benchmark on it.'}
            </EmptyState>
          }
        />
      </Panel>
      {canWrite && (
        <WhenReached outline={<Skeleton className="h-24!" />}>
          <RegistrationTokensPanel orgId={orgId} />
        </WhenReached>
      )}
      {wasOpen && (
        <Suspense>
          <ServersOverlays view={view} setView={setView} rows={rows} canWrite={canWrite} />
        </Suspense>
      )}
    </Page>
  );
}
