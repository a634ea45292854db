import { queryOptions } from '@tanstack/react-query';
import { getTelemetrySeries, type TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { api } from '#src/api/api.ts';
import { keptOfSame } from '#src/api/kept-of-same.ts';

/** How often a running job's samples are asked for: an answer is the whole of them, thinned. */
const POLL_MS = 10_000;
/** Twice what a wide plot shows; a stretch that is looked at closer is read again. */
export const STRIP_BUCKETS = 600;

interface TelemetryStretch {
  readonly from: number;
  readonly to: number;
}

interface TelemetryRead {
  readonly isLive?: boolean;
  /** Unix milliseconds; null is the whole attempt. */
  readonly stretch?: TelemetryStretch | null;
  /** Most buckets a device, up to 2,000. */
  readonly buckets?: number;
}

/** Samples of one attempt, thinned by the server to what can be seen, no spike lost. */
export const telemetryQuery = (
  orgId: string,
  jobId: number,
  attempt: number,
  { isLive = false, stretch = null, buckets = STRIP_BUCKETS }: TelemetryRead = {},
) => {
  const queryKey = [
    'job-telemetry',
    orgId,
    jobId,
    attempt,
    stretch === null ? 'all' : `${stretch.from}:${stretch.to}`,
    buckets,
    // Last: the end of the job reads its last samples.
    isLive,
  ] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<TelemetrySeries> =>
      api().callRpc(
        getTelemetrySeries,
        {
          p_job_id: jobId,
          p_attempt: attempt,
          p_buckets: buckets,
          ...(stretch !== null && {
            p_from: new Date(stretch.from).toISOString(),
            p_to: new Date(stretch.to).toISOString(),
          }),
        },
        { signal },
      ),
    refetchInterval: isLive ? POLL_MS : false,
    // Thousands of numbers: comparing them one by one with the last read costs more than drawing them.
    structuralSharing: false,
    placeholderData: keptOfSame(queryKey),
  });
};
