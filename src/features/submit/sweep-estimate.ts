import { counted } from '#src/components/ui/counted.ts';

/** What earlier jobs like these took: seconds of each that completed. */
export interface SweepEstimate {
  /** Of all jobs one after another, seconds; null where no earlier job says. */
  readonly seconds: number | null;
  /** Seconds that only sending them takes, at so many a minute. */
  readonly sendingSeconds: number;
  /** GPU hours, and USD at a price of one GPU hour; null where something is not known. */
  readonly gpuHours: number | null;
  readonly usd: number | null;
  /** "median of 12 earlier jobs on this config: 3 min". */
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
    basis: middle === null ? null : `median of ${counted(sorted.length, 'earlier job')} on this config`,
  };
}
