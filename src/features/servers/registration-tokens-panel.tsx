import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import {
  listWorkerRegistrationTokens,
  revokeWorkerRegistrationToken,
  type WorkerRegistrationToken,
} from '#contract/rpc/resources.ts';
import { api } from '#src/api/api.ts';
import { STATE_TONES, tokenState } from '#src/components/credentials/token-state.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { FactsLine } from '#src/components/ui/facts-line.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';

const RevokeDialog = lazyPart(
  () => import('#src/components/credentials/revoke-dialog.tsx'),
  (part) => part.RevokeDialog,
);

async function revoke(tokenId: string): Promise<void> {
  await api().callRpc(revokeWorkerRegistrationToken, { p_registration_token_id: tokenId });
}

/** Tokens that machines register with: which are good, which were used, and an end to them. For engineers. */
export function RegistrationTokensPanel({ orgId }: { orgId: string }) {
  const tokens = useQuery({
    queryKey: ['registration-tokens', orgId],
    queryFn: ({ signal }) => api().callRpc(listWorkerRegistrationTokens, { p_org_id: orgId }, { signal }),
  });
  const [showsEnded, setShowsEnded] = useState(false);
  const [revoking, setRevoking] = useState<WorkerRegistrationToken | null>();
  const all = (tokens.data ?? []).map((token) => ({ token, state: tokenState(token, tokens.dataUpdatedAt) }));
  const good = all.filter(({ state }) => state === 'active' || state === 'ends soon');
  const endedCount = all.length - good.length;
  const shown = showsEnded ? all : good;
  return (
    <Panel
      title="Registration tokens"
      note="a machine registers with one; a worker that has registered goes on without it"
      actions={
        endedCount > 0 && (
          <Button variant="quiet" onClick={() => setShowsEnded(!showsEnded)}>
            {showsEnded ? 'Hide ended' : `Show ${counted(endedCount, 'ended token')}`}
          </Button>
        )
      }
    >
      {tokens.isPending ? (
        <Skeleton className="m-3 h-16!" />
      ) : tokens.isError ? (
        <ErrorState
          error={tokens.error}
          title="The tokens could not be read"
          onRetry={() => void tokens.refetch()}
        />
      ) : shown.length === 0 ? (
        <p className="px-3 py-2.5 text-sm text-ink-2">
          No machine can register now. “Connect a worker” makes a token and the command to use it with.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {shown.map(({ token, state }) => (
            <li
              key={token.registration_token_id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2"
            >
              <span className="font-medium">{token.name}</span>
              <Badge tone={STATE_TONES[state]}>{state}</Badge>
              <FactsLine
                facts={[
                  <>
                    made <RelativeTime at={token.created_at} />
                  </>,
                  token.last_used_at === null ? (
                    'never used'
                  ) : (
                    <>
                      last used <RelativeTime at={token.last_used_at} />
                    </>
                  ),
                  token.revoked_at === null &&
                    (token.expires_at === null ? (
                      'does not end by itself'
                    ) : (
                      <>
                        {state === 'ended' ? 'ended' : 'ends'} <RelativeTime at={token.expires_at} />
                      </>
                    )),
                ]}
              />
              {state !== 'revoked' && state !== 'ended' && (
                <Button
                  variant="quiet"
                  className="ml-auto text-bad!"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => setRevoking(token)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Suspense>
        {revoking !== undefined && (
          <RevokeDialog
            what="token"
            consequence="No machine registers with it any more; workers that have registered go on. This cannot be undone."
            token={revoking && { id: revoking.registration_token_id, name: revoking.name }}
            revoke={revoke}
            listKey={['registration-tokens', orgId]}
            onClose={() => setRevoking(null)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
