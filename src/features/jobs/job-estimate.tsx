import { useQuery, type QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { Unread } from '#src/components/ui/error-state.tsx';
import { estimateWords } from './estimate-words.ts';
import { jobEstimateQuery } from './job-estimate-query.ts';

/** Begins to read what it says, before there is a page to say it on. */
export const readEstimate = (client: QueryClient, job: JobCurrentStatus): Promise<unknown> =>
  client.query(jobEstimateQuery(job));

/** How sure the job's throughput is: the estimate over its repeats, with its interval, and the other jobs it stands on. */
export function JobEstimate({ job }: { job: JobCurrentStatus }) {
  const estimate = useQuery(jobEstimateQuery(job));
  if (estimate.isError) return <Unread query={estimate} what="The interval of the repeats" />;
  if (estimate.data === undefined) return null;
  const others = estimate.data?.job_ids.filter((id) => id !== job.job_id) ?? [];
  return (
    <p>
      {estimateWords(estimate.data)}
      {others.map((id, index) => (
        <span key={id}>
          {index === 0 ? ' Repeats: ' : ', '}
          <Link to="/w/$orgId/jobs/$jobId" params={{ orgId: job.org_id, jobId: String(id) }}>
            job {id}
          </Link>
        </span>
      ))}
    </p>
  );
}
