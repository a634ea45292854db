import { useMutation, useQueryClient } from '@tanstack/react-query';
import { removeWorker } from '#contract/rpc/resources.ts';
import { api } from '#src/api/api.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';

interface RemoveWorkerDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  workerId: string;
  hostname: string;
  currentJobName: string | null;
}

/** Asks before a worker and its token go. */
export function RemoveWorkerDialog({
  open,
  onOpenChange,
  workerId,
  hostname,
  currentJobName,
}: RemoveWorkerDialogProps) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api().callRpc(removeWorker, { p_worker_id: workerId }),
    onSuccess: async ({ released }) => {
      await client.invalidateQueries({ queryKey: serversQuery(orgId).queryKey });
      notify.success(
        released.length === 0
          ? `The worker of ${hostname} is removed`
          : `The worker of ${hostname} is removed; ${counted(released.length, 'job')} it held released`,
      );
      onOpenChange(false);
    },
  });
  const change = (isOpen: boolean) => {
    if (!isOpen) remove.reset();
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Remove the worker of ${hostname}?`}
      actions={
        <>
          <Button onClick={() => change(false)}>Keep it</Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            Remove the worker
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm text-ink-2">
        <p>
          Its token stops working at once.{' '}
          {currentJobName === null
            ? 'It holds no job now.'
            : `It runs ${currentJobName}, which waits for another worker while attempts remain, and fails else.`}{' '}
          The server, its configs and all results stay.
        </p>
        <p>A good registration token lets it register again: revoke that first if it must not.</p>
        {remove.isError && <ErrorState error={remove.error} title="The worker was not removed" />}
      </div>
    </Dialog>
  );
}
