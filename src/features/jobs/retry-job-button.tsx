import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { Button } from '#src/components/ui/button.tsx';
import { reach } from '#src/components/ui/reach.ts';

const loadRetry = () => import('./retry-job.ts');

/** Submits a job that failed or was cancelled here once more, as it was, and goes to the new one. */
export function RetryJobButton({ job }: { job: JobCurrentStatus }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const wasRunHere = job.provenance === 'measured' || job.provenance === 'simulated';
  if (!wasRunHere || (job.status_code !== 'failed' && job.status_code !== 'cancelled')) return null;
  const retry = async () => {
    setBusy(true);
    try {
      const { retryJob } = await loadRetry();
      const jobId = await retryJob(client, job.org_id, job.job_id);
      if (jobId !== null)
        await navigate({
          to: '/w/$orgId/jobs/$jobId',
          params: { orgId: job.org_id, jobId: String(jobId) },
        });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      busy={isBusy}
      title="A new job of this run with the same parameters; this one stays"
      {...reach(loadRetry)}
      onClick={() => void retry()}
    >
      Try again
    </Button>
  );
}
