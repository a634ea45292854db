import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { ApiKeyRow } from '#contract/auth.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { apiKeyColumns } from './api-keys-columns.tsx';
import { apiKeysQuery } from '#src/api/credential-queries.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { revokeApiKey } from './profile-queries.ts';

const CreateApiKeyDialog = lazyPart(
  () => import('./create-api-key-dialog.tsx'),
  (part) => part.CreateApiKeyDialog,
);
const RevokeDialog = lazyPart(
  () => import('#src/components/credentials/revoke-dialog.tsx'),
  (part) => part.RevokeDialog,
);

interface ApiKeysPanelProps {
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
}

const NO_KEYS: readonly ApiKeyRow[] = [];

/** Keys for scripts and CI in this workspace: made here by engineers, shown once, listed, revoked. */
export function ApiKeysPanel({ view, onViewChange }: ApiKeysPanelProps) {
  const { orgId, membership, mayWrite, can } = useWorkspace();
  if (membership.is_reference) {
    return (
      <Panel title="API keys">
        <EmptyState title="No keys for this workspace">
          It is read-only. Switch to a workspace of your own to make keys for it.
        </EmptyState>
      </Panel>
    );
  }
  return (
    <KeysTable
      key={orgId}
      orgId={orgId}
      orgName={membership.org_name}
      mayCreate={mayWrite}
      seesAll={can('admin')}
      view={view}
      onViewChange={onViewChange}
    />
  );
}

interface KeysTableProps extends ApiKeysPanelProps {
  orgId: string;
  orgName: string;
  mayCreate: boolean;
  seesAll: boolean;
}

function KeysTable({ orgId, orgName, mayCreate, seesAll, view, onViewChange }: KeysTableProps) {
  const query = apiKeysQuery(orgId);
  const keys = useQuery(query);
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const [revoking, setRevoking] = useState<ApiKeyRow | null>();
  const columns = useMemo(() => apiKeyColumns(setRevoking, seesAll), [seesAll]);
  const createButton = mayCreate ? (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create API key
    </Button>
  ) : undefined;
  return (
    <Panel
      title="API keys"
      note={`for scripts and CI in ${orgName}; a key calls the API as whoever made it, and cannot sign in or make keys`}
      actions={createButton}
    >
      <DataTable
        label="API keys"
        columns={columns}
        rows={keys.data ?? NO_KEYS}
        rowId={(key) => key.api_key_id}
        view={view}
        onViewChange={onViewChange}
        isPending={keys.isPending}
        error={keys.data === undefined ? keys.error : null}
        onRetry={() => void keys.refetch()}
        fileName="api-keys"
        empty={
          <EmptyState title="No API keys yet" actions={createButton}>
            {mayCreate
              ? 'A key lets a script call the API in this workspace. It is shown once, when you create it.'
              : 'Making keys needs the role engineer in this workspace; you are viewer here. Ask an admin, or use a token.'}
          </EmptyState>
        }
      />
      <Suspense>
        {isCreating !== null && <CreateApiKeyDialog open={isCreating} onOpenChange={setCreating} />}
        {revoking !== undefined && (
          <RevokeDialog
            what="key"
            token={revoking && { id: revoking.api_key_id, name: revoking.name }}
            revoke={revokeApiKey}
            listKey={query.queryKey}
            onClose={() => setRevoking(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
