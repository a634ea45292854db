import { isTerminal } from '#contract/jobs.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';

/** What can be done with several jobs at once. */
export type BulkKind = 'cancel' | 'retry';

type Job = Pick<RunJobWithParams, 'job_id' | 'job_name' | 'status_code' | 'provenance'>;

/** Why an action is nothing for a job; null when it is. The server decides; this only explains early. */
export function whyNot(kind: BulkKind, { status_code: status, provenance }: Job): string | null {
  if (provenance !== 'measured' && provenance !== 'simulated') return `${provenance}, not run here`;
  if (kind === 'cancel') return isTerminal(status) ? `${status} already` : null;
  if (status === 'completed') return 'completed: submit a copy to measure it once more';
  return isTerminal(status) ? null : `still ${status}`;
}

/** The jobs that the action is for, and the others with their reasons, each in the order given. */
export function splitJobs<J extends Job>(
  kind: BulkKind,
  jobs: readonly J[],
): { able: J[]; others: { job: J; why: string }[] } {
  const able: J[] = [];
  const others: { job: J; why: string }[] = [];
  for (const job of jobs) {
    const why = whyNot(kind, job);
    if (why === null) able.push(job);
    else others.push({ job, why });
  }
  return { able, others };
}
