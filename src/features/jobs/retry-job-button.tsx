import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { describeError } from '#src/api/describe-error.ts';
import { Button } from '#src/components/ui/button.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { retryJob } from './jobs-queries.ts';

/** Submits a job that failed or was cancelled here once more, as it was, and goes to the new one. */
export function RetryJobButton({ job }: { job: JobCurrentStatus }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const retry = useMutation({
    mutationFn: () => retryJob(job.job_id),
    onSuccess: async (jobId) => {
      notify.success(`Submitted again as job ${jobId}`);
      void client.invalidateQueries({
        predicate: ({ queryKey }) => /run/.test(String(queryKey[0])) && queryKey.includes(job.org_id),
      });
      await navigate({
        to: '/w/$orgId/jobs/$jobId',
        params: { orgId: job.org_id, jobId: String(jobId) },
      });
    },
    onError: (error) => {
      const { happened, advice } = describeError(error);
      notify.error('The job was not submitted again', { description: `${happened} ${advice}` });
    },
  });
  const wasRunHere = job.provenance === 'measured' || job.provenance === 'simulated';
  if (!wasRunHere || (job.status_code !== 'failed' && job.status_code !== 'cancelled')) return null;
  return (
    <Button
      busy={retry.isPending}
      title="A new job of this run with the same parameters; this one stays"
      onClick={() => retry.mutate()}
    >
      Try again
    </Button>
  );
}
