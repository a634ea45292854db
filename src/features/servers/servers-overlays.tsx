import { Suspense, useState } from 'react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { ServerDrawer } from './server-drawer.tsx';
import { serversOf } from './server-facts.ts';
import type { serversSearch } from './servers-search.ts';

const ConnectWorkerDialog = lazyPart(
  () => import('./connect-worker-dialog.tsx'),
  (part) => part.ConnectWorkerDialog,
);
const AddConfigDialog = lazyPart(
  () => import('./add-config-dialog.tsx'),
  (part) => part.AddConfigDialog,
);
const AddModelDialog = lazyPart(
  () => import('#src/components/form/add-model-dialog.tsx'),
  (part) => part.AddModelDialog,
);

type ServersView = ViewState<typeof serversSearch.shape>;

interface ServersOverlaysProps {
  view: ServersView;
  setView: SetView<ServersView>;
  rows: readonly ServerCurrentStatus[];
  canWrite: boolean;
}

/** What opens over the page of servers: the drawer of one, and the dialogs of those who may add. */
export function ServersOverlays({ view, setView, rows, canWrite }: ServersOverlaysProps) {
  const { orgId } = useWorkspace();
  const servers = serversOf(rows);
  const chosen = servers.find((row) => row.server_id === view.server) ?? (servers.length === 1 && servers[0]);
  const dialog = canWrite ? view.dialog : 'none';
  const dialogProps = (which: typeof dialog) => ({
    open: dialog === which,
    onOpenChange: (isOpen: boolean) => setView({ dialog: isOpen ? which : 'none' }),
  });
  // What was opened stays mounted, so that it can give the focus back when it closes.
  const wasOpen = useSeen(dialog);
  const wasChosen = useSeen(view.server !== 0);
  return (
    <>
      {wasChosen.includes(true) && (
        <ServerDrawer
          open={view.server !== 0}
          onClose={() => setView({ server: 0 })}
          rows={rows.filter((row) => row.server_id === view.server)}
          canWrite={canWrite}
          onAddConfig={() => setView({ dialog: 'config' })}
        />
      )}
      <Suspense>
        {wasOpen.includes('worker') && <ConnectWorkerDialog {...dialogProps('worker')} />}
        {wasOpen.includes('config') && (
          <AddConfigDialog
            {...dialogProps('config')}
            servers={servers}
            hostname={chosen ? chosen.hostname : ''}
          />
        )}
        {wasOpen.includes('model') && <AddModelDialog {...dialogProps('model')} orgId={orgId} />}
      </Suspense>
    </>
  );
}

/** All values seen so far. */
function useSeen<T>(value: T): readonly T[] {
  const [seen, setSeen] = useState<readonly T[]>([value]);
  if (!seen.includes(value)) setSeen([...seen, value]);
  return seen;
}
