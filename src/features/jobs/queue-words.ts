import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { counted } from '#src/components/ui/counted.ts';

type Server = Pick<ServerCurrentStatus, 'hostname' | 'status_code' | 'current_job_id'>;

/** What a pending job waits for; `earlier` are the jobs that wait for the same server and were submitted before it. */
export function queueWords({ hostname, status_code, current_job_id }: Server, earlier: number): string {
  if (status_code === 'draining') return `${hostname} takes no new jobs until it is resumed.`;
  if (status_code !== 'online' && status_code !== 'busy')
    return `The worker on ${hostname} does not report now; the job waits until it does.`;
  const before = earlier + (current_job_id === null ? 0 : 1);
  return before === 0 ? `Next on ${hostname}.` : `${counted(before, 'job')} before it on ${hostname}.`;
}
