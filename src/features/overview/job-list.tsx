import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';

export interface JobListProps {
  jobs: readonly JobCurrentStatus[];
  /** A second line of a job. */
  detail?: (job: JobCurrentStatus) => ReactNode;
}

/** A few jobs in lines: name, run, state, when; each leads to its page, and from there to its log. */
export function JobList({ jobs, detail }: JobListProps) {
  return (
    <ul className="divide-y divide-line">
      {jobs.map((job) => (
        <li
          key={job.job_id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 px-3 py-1.5 text-sm"
        >
          <span className="min-w-0 truncate">
            <Link
              to="/w/$orgId/jobs/$jobId"
              params={{ orgId: job.org_id, jobId: String(job.job_id) }}
              className="font-medium text-ink"
            >
              {job.job_name}
            </Link>
            <span className="ml-2 text-xs text-ink-3">{job.run_name}</span>
          </span>
          <span className="flex items-baseline gap-2 text-xs text-ink-3">
            <StatusBadge status={job.status_code} phase={job.phase_code} />
            <RelativeTime at={job.finished_at ?? job.status_at} />
          </span>
          {detail !== undefined && (
            <span className="col-span-2 min-w-0 text-xs text-ink-3">{detail(job)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
