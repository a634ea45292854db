import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';

/** How far a job is, or where it waits and runs while nobody can say. */
export function JobProgress({ job }: { job: JobCurrentStatus }) {
  if (job.progress === null)
    return [job.config_code, job.server_hostname].filter((part) => part !== null).join(' on ');
  const percent = Math.round(job.progress * 100);
  return (
    <span
      role="progressbar"
      aria-label={`${job.job_name}: ${percent} %`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="mt-1 block h-1 overflow-hidden rounded-full bg-raised"
    >
      <span className="block h-full bg-accent" style={{ width: `${Math.min(1, job.progress) * 100}%` }} />
    </span>
  );
}
