import {
  formatMetric,
  latencyKey,
  METRICS,
  metricValue,
  type LatencyKey,
  type LatencyKind,
  type MetricKey,
} from '#contract/metrics.ts';
import type { JobResult } from './jobs-queries.ts';

export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly detail: string;
  /** Full precision, for hovering. */
  readonly title: string;
}

/** The few figures that say what a job found; what a source does not give is left out, what a run could not tell is "—". */
export function jobFigures(result: JobResult): Figure[] {
  const isRun = result.provenance === 'measured' || result.provenance === 'simulated';
  const plain = (key: MetricKey, always: boolean): Figure[] => {
    const value = metricValue(result, key);
    if (value === null && !always) return [];
    const metric = METRICS[key];
    return [
      {
        label: metric.label,
        value: formatMetric(key, value),
        detail: metric.unit,
        title: [exact(value, key), metric.basis ?? []].flat().join(', '),
      },
    ];
  };
  return [
    ...plain('tokens_per_sec', isRun),
    ...plain('tokens_per_sec_per_gpu', isRun),
    ...latency(result, 'ttft', isRun),
    ...latency(result, 'tpot', isRun),
    ...success(result, isRun),
    ...latency(result, 'e2e', false),
    ...plain('requests_per_sec', false),
    ...plain('goodput_rps', false),
    ...plain('joules_per_token', false),
    ...plain('usd_per_million_tokens', false),
  ];
}

function latency(result: JobResult, kind: LatencyKind, always: boolean): Figure[] {
  const [p50, p90, p99, mean] = (['p50', 'p90', 'p99', 'mean'] as const).map((name) => ({
    name,
    key: latencyKey(kind, name),
    value: metricValue(result, latencyKey(kind, name)),
  })) as [Part, Part, Part, Part];
  const main = [p50, mean, p90, p99].find(({ value }) => value !== null);
  if (main === undefined) {
    return always
      ? [{ label: METRICS[p50.key].short, value: formatMetric(p50.key, null), detail: 'ms', title: '' }]
      : [];
  }
  // A source that names no statistic stands under mean, which it may not be.
  const isUnnamed = main.name === 'mean' && result.statistic === 'unspecified';
  const short = METRICS[main.key].short;
  return [
    {
      label: isUnnamed ? `${short.replace(' mean', '')}, statistic not given` : short,
      value: formatMetric(main.key, main.value),
      detail: [
        'ms',
        ...[p90, p99].flatMap(({ name, key, value }) =>
          name === main.name || value === null ? [] : [`${name} ${formatMetric(key, value)}`],
        ),
      ].join(' · '),
      title: exact(main.value, main.key),
    },
  ];
}

interface Part {
  name: 'p50' | 'p90' | 'p99' | 'mean';
  key: LatencyKey;
  value: number | null;
}

function success(result: JobResult, always: boolean): Figure[] {
  if (result.success_rate === null && !always) return [];
  const n = result.num_requests === null ? '' : `n = ${formatMetric('num_requests', result.num_requests)}`;
  const failed = result.num_failed === null || result.num_failed === 0 ? '' : `, ${result.num_failed} failed`;
  return [
    {
      label: METRICS.success_rate.label,
      value: formatMetric('success_rate', result.success_rate),
      detail: n === '' ? '%' : `% · ${n}${failed}`,
      title: exact(result.success_rate, 'success_rate'),
    },
  ];
}

function exact(value: number | null, key: MetricKey): string {
  if (value === null) return '';
  const metric = METRICS[key];
  return metric.percent ? `${value * 100} %` : `${value} ${metric.unit}`.trim();
}
