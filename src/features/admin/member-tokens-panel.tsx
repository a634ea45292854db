import { useQuery } from '@tanstack/react-query';
import { Suspense, useMemo, useState } from 'react';
import type { MemberTokenRow } from '#contract/auth.ts';
import { STATE_TONES, tokenState } from '#src/components/credentials/token-state.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import type { AdminPanelProps } from './admin-view.ts';
import { memberTokensQuery, revokeMemberToken } from './member-credentials.ts';

const RevokeDialog = lazyPart(
  () => import('#src/components/credentials/revoke-dialog.tsx'),
  (part) => part.RevokeDialog,
);

const NO_TOKENS: readonly MemberTokenRow[] = [];

/** Tokens of every member, to be revoked when someone leaves or one leaks. API keys stand under Profile. */
export function MemberTokensPanel({ view, onViewChange }: AdminPanelProps) {
  const { orgId } = useWorkspace();
  const query = memberTokensQuery(orgId);
  const tokens = useQuery(query);
  const [revoking, setRevoking] = useState<MemberTokenRow | null>();
  const columns = useMemo(() => memberTokenColumns(setRevoking), []);
  return (
    <Panel
      title="Tokens of members"
      note="a token reaches every workspace of its account; keys of this workspace stand under Profile, API keys"
    >
      <DataTable
        label="Tokens of members"
        columns={columns}
        rows={tokens.data ?? NO_TOKENS}
        rowId={(token) => token.token_id}
        view={view}
        onViewChange={onViewChange}
        isPending={tokens.isPending}
        error={tokens.data === undefined ? tokens.error : null}
        onRetry={() => void tokens.refetch()}
        fileName="member-tokens"
        empty={
          <EmptyState title="No tokens">
            Members make tokens for their scripts under Profile; they are listed here so that an admin can
            revoke them.
          </EmptyState>
        }
      />
      <Suspense>
        {revoking !== undefined && (
          <RevokeDialog
            what="token"
            token={revoking && { id: revoking.token_id, name: `${revoking.name} of ${revoking.email}` }}
            revoke={(id) => revokeMemberToken(orgId, id)}
            listKey={query.queryKey}
            onClose={() => setRevoking(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function memberTokenColumns(
  onRevoke: (token: MemberTokenRow) => void,
): readonly DataColumn<MemberTokenRow>[] {
  const stateOf = (token: MemberTokenRow) => tokenState(token, Date.now());
  return [
    textColumn('name', 'Name', (token) => token.name, { width: 180 }),
    textColumn('email', 'Of', (token) => token.email, { width: 220 }),
    textColumn('state', 'State', stateOf, {
      width: 110,
      cell: (token) => <Badge tone={STATE_TONES[stateOf(token)]}>{stateOf(token)}</Badge>,
    }),
    textColumn('role_cap', 'At most', (token) => token.role_cap ?? 'their role', { width: 110 }),
    timeColumn('created_at', 'Created', (token) => token.created_at),
    timeColumn('expires_at', 'Ends', (token) => token.expires_at),
    timeColumn('last_used_at', 'Last used', (token) => token.last_used_at),
    textColumn('actions', 'Action', () => null, {
      width: 100,
      sortable: false,
      cell: (token) =>
        ['active', 'ends soon'].includes(stateOf(token)) ? (
          <Button
            variant="quiet"
            className="-mx-2.5 text-bad!"
            aria-label={`Revoke ${token.name} of ${token.email}`}
            onClick={() => onRevoke(token)}
          >
            Revoke
          </Button>
        ) : null,
    }),
  ];
}
