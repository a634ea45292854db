import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { vJobCurrentStatus, type JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { eq, lt } from '#src/api/view-query.ts';
import { Unread } from '#src/components/ui/error-state.tsx';
import { queueWords } from './queue-words.ts';

const POLL_MS = 10_000;
const vJobIds = pickColumns(vJobCurrentStatus, ['job_id']);

/** How many jobs wait for the job's server and come before it: a worker takes the one that was submitted first. */
const earlierJobsQuery = ({ org_id, job_id, server_id }: JobCurrentStatus) =>
  queryOptions({
    queryKey: ['earlier-jobs', org_id, job_id, server_id],
    queryFn:
      server_id === null
        ? skipToken
        : async ({ signal }) =>
            (
              await api().readView(
                vJobIds,
                vJobIds.query({
                  filters: {
                    org_id: eq(org_id),
                    server_id: eq(server_id),
                    status_code: eq('pending'),
                    job_id: lt(job_id),
                  },
                  limit: 1,
                  count: 'exact',
                }),
                { signal },
              )
            ).total ?? 0,
    refetchInterval: POLL_MS,
  });

/** What a pending job waits for. */
export function JobQueue({ job }: { job: JobCurrentStatus }) {
  const servers = useQuery(serversQuery(job.org_id));
  const earlier = useQuery(earlierJobsQuery(job));
  const server = servers.data?.find((one) => one.server_id === job.server_id);
  return (
    <>
      {server !== undefined && earlier.data !== undefined && (
        <p className="text-ink-2">{queueWords(server, earlier.data)}</p>
      )}
      <Unread query={servers} what="The state of its server" />
      <Unread query={earlier} what="What waits before it" />
    </>
  );
}
