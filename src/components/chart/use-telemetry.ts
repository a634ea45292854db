import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TelemetrySeries } from '#contract/rpc/telemetry.ts';
import type { AxisZoom } from '#lib/charts/zoom.ts';
import { telemetryQuery } from '#src/api/telemetry-query.ts';
import { bucketSamples, withFiner, type StripSamples, type TimeRange } from './telemetry-buckets.ts';

interface TelemetryWanted {
  readonly orgId: string;
  readonly jobId: number;
  /** 0: there is none yet. */
  readonly attempt: number;
  readonly isLive: boolean;
  /** The measured window, from whose start the strip counts; null: from the first sample. */
  readonly window: TimeRange | null;
  /** What the strip is zoomed to: that stretch is read again, finer, where samples were thinned. */
  readonly zoom?: readonly AxisZoom[];
}

const NOTHING: StripSamples = { samples: [], valueCount: 0 };

/** Whether a device has fewer buckets than samples. */
export const isThinned = (series: TelemetrySeries | undefined): boolean =>
  series?.devices.some((device) => device.is_thinned) === true;

/** An attempt's telemetry for a strip: the whole of it, and finer samples of the stretch that is looked at. */
export function useTelemetry(wanted: TelemetryWanted): {
  /** The read of the whole attempt. */
  read: UseQueryResult<TelemetrySeries>;
  strip: StripSamples;
} {
  const { orgId, jobId, attempt, isLive, window, zoom } = wanted;
  const read = useQuery({ ...telemetryQuery(orgId, jobId, attempt, { isLive }), enabled: attempt > 0 });
  const series = read.data;
  const stretch = isThinned(series) ? zoomedStretch(zoom, window, series) : null;
  const fine = useQuery({
    ...telemetryQuery(orgId, jobId, attempt, { isLive, stretch }),
    enabled: attempt > 0 && stretch !== null,
  });
  const [from, to, finer] = [stretch?.from, stretch?.to, fine.data];
  const strip = useMemo(() => {
    if (series === undefined) return NOTHING;
    const coarse = bucketSamples(series);
    if (finer === undefined || from === undefined || to === undefined) return coarse;
    return withFiner(coarse, bucketSamples(finer), { from, to });
  }, [series, finer, from, to]);
  return { read, strip };
}

/** The stretch of time that the strip's axis is zoomed to, in whole Unix milliseconds. */
export function zoomedStretch(
  zoom: readonly AxisZoom[] | undefined,
  window: TimeRange | null,
  series: TelemetrySeries | undefined,
): TimeRange | null {
  const time = zoom?.find(({ axis, key }) => axis === 'x' && key === 'elapsed_s');
  const zero = window?.from ?? Date.parse(series?.origin_at ?? '');
  if (time === undefined || Number.isNaN(zero)) return null;
  return { from: Math.floor(zero + time.from * 1000), to: Math.ceil(zero + time.to * 1000) };
}
