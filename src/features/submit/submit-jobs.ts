import type { PacedOutcome } from '#src/api/paced.ts';

/** The server takes 20 jobs a minute from one workspace; two are left for whatever else people do. */
export const PER_MINUTE = 18;

export interface JobToSubmit {
  name: string;
  concurrency: number;
  isl: number;
  osl: number;
}

/** What became of a job of the list; the value is its id. */
export type JobOutcome = PacedOutcome<number>;

/** Several jobs that are being sent, or were. */
export interface Sweep {
  jobs: readonly JobToSubmit[];
  outcomes: readonly JobOutcome[];
}
