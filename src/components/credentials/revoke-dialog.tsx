import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';

interface Revocable {
  id: string;
  name: string;
}

interface RevokeDialogProps {
  what: 'token' | 'key' | 'client';
  /** What happens, where it is not that its user is refused. */
  consequence?: string;
  /** null is closed. */
  token: Revocable | null;
  revoke: (id: string) => Promise<void>;
  /** The list that shows it. */
  listKey: QueryKey;
  onClose: () => void;
}

/** Asks before a token, a key or a service client stops working. */
export function RevokeDialog({
  what,
  consequence = `Whatever uses this ${what} is refused from its next request on. This cannot be undone; what it stored stays.`,
  token,
  revoke: revokeOne,
  listKey,
  onClose,
}: RevokeDialogProps) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: (one: Revocable) => revokeOne(one.id),
    onSuccess: async (_, one) => {
      await client.invalidateQueries({ queryKey: listKey });
      notify.success(`${one.name} is revoked`);
      onClose();
    },
  });
  const close = () => {
    // The next one that is asked for has not failed.
    revoke.reset();
    onClose();
  };
  return (
    <Dialog
      open={token !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
      title={`Revoke ${token?.name ?? ''}?`}
      actions={
        <>
          <Button onClick={close}>Keep it</Button>
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
        <p>{consequence}</p>
        {revoke.isError && <ErrorState error={revoke.error} title={`The ${what} was not revoked`} />}
      </div>
    </Dialog>
  );
}
