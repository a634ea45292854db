import { ApiError } from '#src/api/api-error.ts';

/** The server takes 20 jobs a minute from one person; two are left for whatever else they do. */
export const PER_MINUTE = 18;
const MINUTE_MS = 60_000;

export interface JobToSubmit {
  name: string;
  concurrency: number;
  isl: number;
  osl: number;
}

export type JobOutcome =
  | { state: 'waiting' }
  | { state: 'sending' }
  | { state: 'sent'; jobId: number }
  | { state: 'stopped' }
  | { state: 'refused'; error: unknown };

interface SubmitJobsOptions {
  submit: (job: JobToSubmit) => Promise<number>;
  /** Told after each change, one outcome per job in their order. */
  onChange: (outcomes: readonly JobOutcome[]) => void;
  wait: (ms: number) => Promise<void>;
  now: () => number;
  /** Whether the person stopped it: what was not sent yet stays. */
  isStopped?: () => boolean;
  /** Outcomes of an earlier attempt: what was sent then is not sent again. */
  before?: readonly JobOutcome[];
}

/** Sends jobs one after another, under the limit of a minute. A refusal stops that job only, not those after it. */
export async function submitJobs(
  jobs: readonly JobToSubmit[],
  { submit, onChange, wait, now, isStopped = () => false, before = [] }: SubmitJobsOptions,
): Promise<JobOutcome[]> {
  const outcomes: JobOutcome[] = jobs.map((_, index) => {
    const earlier = before[index];
    return earlier?.state === 'sent' ? earlier : { state: 'waiting' };
  });
  const set = (index: number, outcome: JobOutcome) => {
    outcomes[index] = outcome;
    onChange([...outcomes]);
  };
  const sentAt: number[] = [];
  for (const [index, job] of jobs.entries()) {
    if (outcomes[index]?.state === 'sent') continue;
    if (isStopped()) {
      set(index, { state: 'stopped' });
      continue;
    }
    const oldest = sentAt.at(-PER_MINUTE);
    if (oldest !== undefined) {
      await wait(Math.max(0, oldest + MINUTE_MS - now()));
      if (isStopped()) {
        set(index, { state: 'stopped' });
        continue;
      }
    }
    set(index, { state: 'sending' });
    sentAt.push(now());
    try {
      set(index, { state: 'sent', jobId: await sendPatiently(job, submit, wait) });
    } catch (error) {
      set(index, { state: 'refused', error });
    }
  }
  return outcomes;
}

/** Once more after a 429, when the server said it may be. */
async function sendPatiently(
  job: JobToSubmit,
  submit: SubmitJobsOptions['submit'],
  wait: SubmitJobsOptions['wait'],
): Promise<number> {
  try {
    return await submit(job);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429 || error.retryAfterS === null) throw error;
    await wait(error.retryAfterS * 1000 + 250);
    return submit(job);
  }
}
