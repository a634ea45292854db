import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelJob } from '#contract/rpc/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { jobQuery } from './jobs-queries.ts';

interface CancelJobDialogProps {
  job: JobCurrentStatus;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a job is stopped, and says what stopping means in its status. */
export function CancelJobDialog({ job, open, onOpenChange }: CancelJobDialogProps) {
  const client = useQueryClient();
  const isWaiting = job.status_code === 'pending' || job.status_code === 'queued';
  const cancel = useMutation({
    // At once while it waits, best effort once it runs.
    mutationFn: () => api().callRpc(cancelJob, { p_job_id: job.job_id }),
    onSuccess: async ({ status_code }) => {
      notify.success(status_code === 'cancelled' ? 'The job is cancelled' : 'Cancel requested');
      onOpenChange(false);
      await client.invalidateQueries({ queryKey: jobQuery(job.org_id, job.job_id).queryKey });
    },
    // It may have ended meanwhile: show what is true now.
    onError: () => client.invalidateQueries({ queryKey: jobQuery(job.org_id, job.job_id).queryKey }),
  });
  const change = (isOpen: boolean) => {
    if (!isOpen) cancel.reset();
    onOpenChange(isOpen);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={`Cancel ${job.job_name}?`}
      actions={
        <>
          <Button onClick={() => change(false)}>Let it go on</Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel the job
          </Button>
        </>
      }
    >
      <div className="grid gap-3 text-sm text-ink-2">
        <p>
          {isWaiting
            ? 'It has not started, so it is cancelled at once. It can be submitted again.'
            : 'Its worker is told at the next heartbeat and stops as soon as it can: best effort. What was measured so far gives no result; the logs stay.'}
        </p>
        {cancel.isError && <ErrorState error={cancel.error} title="The job was not cancelled" />}
      </div>
    </Dialog>
  );
}
