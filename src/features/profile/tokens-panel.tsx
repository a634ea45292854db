import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import type { AccessTokenRow } from '#contract/auth.ts';
import { DataTable } from '#src/components/table/data-table.tsx';
import type { TableView } from '#src/components/table/table-params.ts';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { tokensQuery } from '#src/api/credential-queries.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { revokeToken } from './profile-queries.ts';
import { tokenColumns } from './tokens-columns.tsx';

const CreateTokenDialog = lazyPart(
  () => import('./create-token-dialog.tsx'),
  (part) => part.CreateTokenDialog,
);
const RevokeDialog = lazyPart(
  () => import('#src/components/credentials/revoke-dialog.tsx'),
  (part) => part.RevokeDialog,
);

interface TokensPanelProps {
  view: TableView;
  onViewChange: (change: Partial<TableView>) => void;
}

const NO_TOKENS: readonly AccessTokenRow[] = [];

/** Tokens for scripts: made here, shown once, listed, revoked. */
export function TokensPanel({ view, onViewChange }: TokensPanelProps) {
  const tokens = useQuery(tokensQuery);
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const [revoking, setRevoking] = useState<AccessTokenRow | null>();
  const columns = useMemo(() => tokenColumns(setRevoking), []);
  const createButton = (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create token
    </Button>
  );
  return (
    <Panel
      title="Tokens"
      note="for scripts and services; each can do what you can, or less"
      actions={createButton}
    >
      <DataTable
        label="Tokens"
        columns={columns}
        rows={tokens.data ?? NO_TOKENS}
        rowId={(token) => token.token_id}
        view={view}
        onViewChange={onViewChange}
        isPending={tokens.isPending}
        error={tokens.data === undefined ? tokens.error : null}
        onRetry={() => void tokens.refetch()}
        fileName="tokens"
        empty={
          <EmptyState title="No tokens yet" actions={createButton}>
            A token lets a script call the API as you. It is shown once, when you create it.
          </EmptyState>
        }
      />
      <Suspense>
        {isCreating !== null && <CreateTokenDialog open={isCreating} onOpenChange={setCreating} />}
        {revoking !== undefined && (
          <RevokeDialog
            what="token"
            token={revoking && { id: revoking.token_id, name: revoking.name }}
            revoke={revokeToken}
            listKey={tokensQuery.queryKey}
            onClose={() => setRevoking(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
