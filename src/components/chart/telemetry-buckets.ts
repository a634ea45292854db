import type { TelemetryDevice, TelemetrySeries } from '#contract/rpc/telemetry.ts';
import type { TelemetrySample } from './telemetry-series.ts';

/** A stretch of time in Unix milliseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Samples of the strip, and how many values they stand for. */
export interface StripSamples {
  readonly samples: readonly TelemetrySample[];
  /** Values in all: more than there are samples where buckets hold several. */
  readonly valueCount: number;
}

const DEVICE_NAMES = { gpu: {}, engine: { device: 'Engine' }, host: { device: 'Host' } } as const;

/**
 * A series as samples of the strip: every sample where buckets hold one, else the least and the most of each bucket at
 * the moments they happened. A bucket without a value stays a gap.
 */
export function bucketSamples(series: TelemetrySeries): StripSamples {
  const origin = Date.parse(series.origin_at ?? '');
  const samples: TelemetrySample[] = [];
  let valueCount = 0;
  for (const device of series.devices) {
    const metrics = Object.entries(device.metrics);
    valueCount += device.samples * metrics.length;
    const base = { gpu_index: device.gpu_index, ...DEVICE_NAMES[device.source] };
    const spacing_s = spacingS(device);
    if (!device.is_thinned) {
      for (const [bucket, at] of device.at_ms.entries()) {
        const columns = Object.fromEntries(
          metrics.map(([metric, { mean }]) => [metric, mean[bucket] ?? null]),
        );
        samples.push({ at_unix_ms: origin + at, ...base, ...columns });
      }
      continue;
    }
    for (const [metric, { min, max, min_at_ms: minAt, max_at_ms: maxAt }] of metrics)
      for (const [bucket, at] of device.at_ms.entries()) {
        const [low, high] = [min?.[bucket] ?? null, max?.[bucket] ?? null];
        const [lowAt, highAt] = [minAt?.[bucket] ?? at, maxAt?.[bucket] ?? at];
        const value = (at_ms: number, y: number | null) =>
          samples.push({ at_unix_ms: origin + at_ms, ...base, spacing_s, [metric]: y });
        if (lowAt <= highAt) {
          value(lowAt, low);
          if (highAt > lowAt) value(highAt, high);
        } else {
          value(highAt, high);
          value(lowAt, low);
        }
      }
  }
  return { samples, valueCount };
}

/** Those of a stretch. How many values they stand for is not known: none are said to be missing. */
export function samplesWithin({ samples }: StripSamples, { from, to }: TimeRange): StripSamples {
  const within = samples.filter(({ at_unix_ms: at }) => at >= from && at <= to);
  return { samples: within, valueCount: 0 };
}

/** A finer read of a stretch put in the place of the coarse one. */
export function withFiner(coarse: StripSamples, fine: StripSamples, range: TimeRange): StripSamples {
  const isOutside = ({ at_unix_ms: at }: TelemetrySample) => at < range.from || at > range.to;
  return { samples: [...coarse.samples.filter(isOutside), ...fine.samples], valueCount: coarse.valueCount };
}

/** Usual width of a device's buckets, s; 0 with one bucket. */
export function spacingS({ at_ms: at }: TelemetryDevice): number {
  const widths = at.slice(1).map((one, index) => one - (at[index] ?? 0));
  return (widths.sort((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 0) / 1000;
}

/** The measured window in Unix milliseconds; null when the result does not say it. */
export function measuredWindow(
  result: { measured_from?: string | null; measured_to?: string | null } | null | undefined,
): TimeRange | null {
  const [from, to] = [Date.parse(result?.measured_from ?? ''), Date.parse(result?.measured_to ?? '')];
  return Number.isNaN(from) || Number.isNaN(to) ? null : { from, to };
}
