import { useSuspenseQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { serversQuery } from '#src/api/server-queries.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import { viewCall } from '#src/components/api-call/api-call.ts';
import { eq } from '#src/api/view-query.ts';
import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useViewSearch } from '#src/url/use-view-search.ts';
import { countStates, serversOf, silentServers } from './server-facts.ts';
import { serverColumns } from './servers-columns.tsx';
import { serversSearch } from './servers-search.ts';
import { SilentServers } from './silent-servers.tsx';

const loadDrawer = () => import('./server-drawer.tsx');
const ServerDrawer = lazy(async () => ({ default: (await loadDrawer()).ServerDrawer }));
const ConnectWorkerDialog = lazy(async () => ({
  default: (await import('./connect-worker-dialog.tsx')).ConnectWorkerDialog,
}));
const RegistrationTokensPanel = lazy(async () => ({
  default: (await import('./registration-tokens-panel.tsx')).RegistrationTokensPanel,
}));
const AddConfigDialog = lazy(async () => ({
  default: (await import('./add-config-dialog.tsx')).AddConfigDialog,
}));
const AddModelDialog = lazy(async () => ({
  default: (await import('#src/components/form/add-model-dialog.tsx')).AddModelDialog,
}));

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
  const chosen = servers.find((row) => row.server_id === view.server);
  const dialog = canWrite ? view.dialog : 'none';
  const dialogProps = (which: typeof view.dialog) => ({
    open: dialog === which,
    onOpenChange: (isOpen: boolean) => setView({ dialog: isOpen ? which : 'none' }),
  });
  // What was opened stays mounted, so that it can give the focus back when it closes.
  const wasOpen = useSeen(dialog);
  const wasChosen = useSeen(view.server === 0 ? 'none' : 'drawer');
  const connectButton = (
    <Button
      variant={servers.length === 0 ? 'primary' : 'default'}
      onClick={() => setView({ dialog: 'worker' }, { push: true })}
    >
      <Plus aria-hidden />
      Connect a worker
    </Button>
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
            <ApiCallButton
              calls={() => [
                viewCall(
                  vServerCurrentStatus,
                  {
                    filters: { org_id: eq(orgId) },
                    order: [{ column: 'hostname', direction: 'asc' }],
                  },
                  'Servers and their configs',
                ),
              ]}
            />
            {canWrite && servers.length > 0 && (
              <>
                <Button onClick={() => setView({ dialog: 'model' }, { push: true })}>Add a model</Button>
                <Button onClick={() => setView({ dialog: 'config' }, { push: true })}>Add config</Button>
                {connectButton}
              </>
            )}
          </>
        }
      />
      <SilentServers servers={silentServers(rows)} />
      <Panel>
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
        <Suspense fallback={<Skeleton className="h-24!" />}>
          <RegistrationTokensPanel orgId={orgId} />
        </Suspense>
      )}
      <Suspense>
        {wasChosen.includes('drawer') && (
          <ServerDrawer
            open={view.server !== 0}
            onClose={() => setView({ server: 0 })}
            rows={rows.filter((row) => row.server_id === view.server)}
            canWrite={canWrite}
            onAddConfig={() => setView({ dialog: 'config' })}
          />
        )}
        {wasOpen.includes('worker') && <ConnectWorkerDialog {...dialogProps('worker')} />}
        {wasOpen.includes('config') && (
          <AddConfigDialog
            {...dialogProps('config')}
            servers={servers}
            hostname={chosen?.hostname ?? (servers.length === 1 ? (servers[0]?.hostname ?? '') : '')}
          />
        )}
        {wasOpen.includes('model') && <AddModelDialog {...dialogProps('model')} orgId={orgId} />}
      </Suspense>
    </Page>
  );
}

/** All values seen so far. */
function useSeen<T>(value: T): readonly T[] {
  const [seen, setSeen] = useState<readonly T[]>([value]);
  if (!seen.includes(value)) setSeen([...seen, value]);
  return seen;
}
