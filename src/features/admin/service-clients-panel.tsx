import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ServiceClientRow } from '#contract/auth.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { AdminPanelProps } from './admin-view.ts';
import { revokeServiceClient, serviceClientsQuery } from './member-credentials.ts';

const CreateClientDialog = lazyPart(
  () => import('./create-client-dialog.tsx'),
  (part) => part.CreateClientDialog,
);
const RevokeDialog = lazyPart(
  () => import('#src/components/credentials/revoke-dialog.tsx'),
  (part) => part.RevokeDialog,
);

const NO_CLIENTS: readonly ServiceClientRow[] = [];

/** Services that get tokens by the client-credentials flow. */
export function ServiceClientsPanel({ view, onViewChange }: AdminPanelProps) {
  const { orgId } = useWorkspace();
  const query = serviceClientsQuery(orgId);
  const clients = useQuery(query);
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const [revoking, setRevoking] = useState<ServiceClientRow | null>();
  const columns = useMemo(() => clientColumns(setRevoking), []);
  const createButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create service client
    </Button>
  );
  return (
    <Panel
      title="Service clients"
      note="programs with an account and a role of their own (OAuth 2.0 client credentials)"
      actions={createButton}
    >
      <DataTable
        label="Service clients"
        columns={columns}
        rows={clients.data ?? NO_CLIENTS}
        rowId={(one) => one.client_id}
        view={view}
        onViewChange={onViewChange}
        isPending={clients.isPending}
        error={clients.data === undefined ? clients.error : null}
        onRetry={() => void clients.refetch()}
        fileName="service-clients"
        empty={
          <EmptyState title="No service clients yet" actions={createButton}>
            A service that is nobody’s gets one: it asks /api/oauth/token with its id and secret for tokens
            that live for minutes, and stays when people leave.
          </EmptyState>
        }
      />
      <Suspense>
        {isCreating !== null && <CreateClientDialog open={isCreating} onOpenChange={setCreating} />}
        {revoking !== undefined && (
          <RevokeDialog
            what="client"
            token={revoking && { id: revoking.client_id, name: revoking.name }}
            revoke={revokeServiceClient}
            listKey={query.queryKey}
            onClose={() => setRevoking(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function clientColumns(
  onRevoke: (client: ServiceClientRow) => void,
): readonly DataColumn<ServiceClientRow>[] {
  return [
    textColumn('name', 'Name', (client) => client.name, { width: 200 }),
    textColumn('client_id', 'Client id', (client) => client.client_id, {
      width: 290,
      cell: (client) => <span className="font-mono text-xs">{client.client_id}</span>,
    }),
    textColumn('role', 'Role', (client) => client.role, { width: 100 }),
    textColumn('state', 'State', (client) => (client.revoked_at === null ? 'active' : 'revoked'), {
      width: 100,
      cell: (client) => (
        <Badge tone={client.revoked_at === null ? 'good' : 'neutral'}>
          {client.revoked_at === null ? 'active' : 'revoked'}
        </Badge>
      ),
    }),
    timeColumn('created_at', 'Created', (client) => client.created_at),
    timeColumn('last_used_at', 'Last used', (client) => client.last_used_at),
    textColumn('actions', 'Action', () => null, {
      width: 100,
      sortable: false,
      cell: (client) =>
        client.revoked_at === null ? (
          <Button
            variant="quiet"
            className="-mx-2.5 text-bad!"
            aria-label={`Revoke ${client.name}`}
            onClick={() => onRevoke(client)}
          >
            Revoke
          </Button>
        ) : null,
    }),
  ];
}
