import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { counted } from '#src/components/ui/counted.ts';

/** What earlier jobs like these took: seconds that each which completed held the server, from launch to upload. */
export interface SweepEstimate {
  /** Of all jobs one after another, seconds; null where no earlier job says. */
  readonly seconds: number | null;
  /** Seconds that only sending them takes, at so many a minute. */
  readonly sendingSeconds: number;
  /** GPU hours, and USD at a price of one GPU hour; null where something is not known. */
  readonly gpuHours: number | null;
  readonly usd: number | null;
  /** "median of 12 earlier jobs on this config, from launch to upload". */
  readonly basis: string | null;
}

/** Time, GPU hours and money of a sweep from what earlier jobs took; nothing is guessed where there are none. */
export function sweepEstimate(
  jobs: number,
  perMinute: number,
  earlierSeconds: readonly number[],
  gpus: number | null,
  usdPerGpuHour: number | null,
): SweepEstimate {
  const sorted = [...earlierSeconds].sort((a, b) => a - b);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
  const seconds = middle === null ? null : middle * jobs;
  const gpuHours = seconds === null || gpus === null ? null : (seconds * gpus) / 3600;
  return {
    seconds,
    sendingSeconds: Math.floor(Math.max(0, jobs - 1) / perMinute) * 60,
    gpuHours,
    usd: gpuHours === null || usdPerGpuHour === null ? null : gpuHours * usdPerGpuHour,
    basis:
      middle === null
        ? null
        : `median of ${counted(sorted.length, 'earlier job')} on this config, from launch to upload`,
  };
}

/** Seconds a job held its server, which is what quota and cost count; none of one that did not run here. */
export function secondsHeld(job: Pick<JobCurrentStatus, 'started_at' | 'finished_at'>): number[] {
  if (job.started_at === null || job.finished_at === null) return [];
  return [(Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000];
}
