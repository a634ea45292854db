import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AccessTokenRow } from '#contract/auth.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { revokeToken, tokensQuery } from './profile-queries.ts';

/** Asks before a token stops working; `token` null is closed. */
export function RevokeTokenDialog({ token, onClose }: { token: AccessTokenRow | null; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (one: AccessTokenRow) => revokeToken(one.token_id),
    onSuccess: async (_, one) => {
      await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
      notify.success(`${one.name} is revoked`);
      onClose();
    },
  });
  return (
    <Dialog
      open={token !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) {
          revoke.reset();
          onClose();
        }
      }}
      title={`Revoke ${token?.name ?? ''}?`}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            variant="danger"
            busy={revoke.isPending}
            onClick={() => token !== null && revoke.mutate(token)}
          >
            Revoke
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm text-ink-2">
        <p>
          Whatever uses this token is refused from its next request on. This cannot be undone; what it stored
          stays.
        </p>
        {revoke.isError && <ErrorState error={revoke.error} title="The token was not revoked" />}
      </div>
    </Dialog>
  );
}
