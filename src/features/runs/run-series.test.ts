import { describe, expect, it } from 'vitest';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { markIssues } from './run-issues.ts';
import { runJob as job } from './run-job-fixture.ts';
import {
  chooseMetric,
  chooseShape,
  hiddenSeries,
  markPlateau,
  metricsWithValues,
  seriesToken,
  shapesOf,
  shownTokens,
  THROUGHPUT_METRICS,
  toRunChart,
} from './run-series.ts';

const options = { title: 'T', throughput: 'tokens_per_sec', latency: 'ttft_p50_ms', shape: 'all' } as const;
const sweep = [
  job({ concurrency: 16, tokens_per_sec: 180, ttft_p50_ms: 70 }),
  job({ concurrency: 1, tokens_per_sec: 20, ttft_p50_ms: 30 }),
  job({ concurrency: 16, gpu_model: 'b200', gpu_name: 'B200', tokens_per_sec: 400, ttft_p50_ms: null }),
];

describe('toRunChart', () => {
  it('draws one line for each GPU, framework, precision and config, in order of concurrency, on both charts', () => {
    const { panels } = toRunChart(sweep, options);
    expect(panels.map((panel) => panel.y.key)).toEqual(['tokens_per_sec', 'ttft_p50_ms']);
    expect(
      panels[0]?.series.map((series) => [series.name, series.points.map((point) => [point.x, point.y])]),
    ).toEqual([
      [
        '1 × H200 · vllm · fp8 · tp1',
        [
          [1, 20],
          [16, 180],
        ],
      ],
      ['1 × B200 · vllm · fp8 · tp1', [[16, 400]]],
    ]);
    expect(panels[1]?.series[1]?.points[0]?.y).toBeNull();
  });

  it('says beside a point and below the charts what is known to be wrong with a job', () => {
    const { panels } = toRunChart(sweep, options);
    const [, , last] = sweep;
    const issue = (id: number, text: string) => ({
      known_issue_id: '00000000-0000-4000-8000-000000000009',
      org_id: job({}).org_id,
      job_id: id,
      issue_text: text,
      issue_url: null,
      created_by_name: null,
      created_at: '2026-11-27T10:00:00Z',
    });
    const id = last?.job_id ?? 0;
    const marked = markIssues(panels, new Map([[id, [issue(id, 'Throttled'), issue(id, 'Old driver')]]]));
    const notesOf = (at: number) =>
      marked[at]?.series.flatMap(({ points }) => points.map(({ note }) => note ?? null));
    expect(notesOf(0)).toEqual([null, null, 'known issue: Throttled; Old driver']);
    // It has no latency: nothing is drawn there, and nothing is said there.
    expect(notesOf(1)).toEqual([null, null, null]);
    expect(marked.map(({ notes }) => notes?.at(-1))).toEqual([
      undefined,
      '1 job with a known issue, said at the point',
    ]);
    // Of another run.
    expect(markIssues(panels, new Map([[9999, [issue(9999, 'Throttled')]]]))).toBe(panels);
  });

  it('keeps failed and invalid jobs off the curve and says how many were invalid', () => {
    const { panels, series } = toRunChart(
      [
        ...sweep,
        job({ status_code: 'failed', concurrency: 64 }),
        job({ is_valid: false, concurrency: 32, tokens_per_sec: 9999 }),
      ],
      options,
    );
    expect(series.flatMap(({ rows }) => rows)).toHaveLength(3);
    expect(panels.at(-1)?.notes).toContain('1 failed the self-check and is left out');
  });

  it('splits by lengths when there are several, and shows one of them when asked', () => {
    const rows = [...sweep, job({ concurrency: 16, input_sequence_length: 8192, tokens_per_sec: 90 })];
    expect(toRunChart(rows, options).series.map(({ name }) => name)).toContain(
      '1 × H200 · vllm · fp8 · tp1 · 8,192 in / 1,024 out',
    );
    expect(shapesOf(rows)).toEqual([
      { key: '1024x1024', label: '1,024 in / 1,024 out', count: 3 },
      { key: '8192x1024', label: '8,192 in / 1,024 out', count: 1 },
    ]);
    expect(toRunChart(rows, { ...options, shape: '8192x1024' }).series).toHaveLength(1);
  });

  it('names what is simulated, and never joins it with what is measured', () => {
    const { series } = toRunChart([...sweep.slice(0, 2), job({ provenance: 'simulated' })], options);
    expect(series.map(({ name }) => name)).toEqual([
      '1 × H200 · vllm · fp8 · tp1 · measured',
      '1 × H200 · vllm · fp8 · tp1 · simulated',
    ]);
  });

  it('tells parallelism of published rows apart, which have no config', () => {
    const published = (tp: number) =>
      job({
        config_code: null,
        server_hostname: null,
        provenance: 'published',
        options: { tp, ep: 1 },
        statistic: 'unspecified',
      });
    const { series, panels } = toRunChart([published(4), published(8)], options);
    expect(series.map(({ name }) => name)).toEqual([
      '1 × H200 · vllm · fp8 · TP4',
      '1 × H200 · vllm · fp8 · TP8',
    ]);
    expect(panels.at(-1)?.notes?.join()).toContain('does not say whether latencies are means or medians');
  });

  it('is empty without a concurrency, and has one chart without latencies', () => {
    expect(toRunChart([job({ concurrency: null })], options).panels).toEqual([]);
    expect(toRunChart(sweep, { ...options, latency: null }).panels).toHaveLength(1);
  });
});

describe('choice of metrics', () => {
  it('offers those with values and falls back to the first', () => {
    const available = metricsWithValues(sweep, THROUGHPUT_METRICS);
    expect(available).toEqual(['tokens_per_sec_per_gpu', 'tokens_per_sec']);
    expect(chooseMetric('tokens_per_sec', available, sweep)).toBe('tokens_per_sec');
    expect(chooseMetric('nonsense', available, sweep)).toBe('tokens_per_sec_per_gpu');
    expect(chooseMetric('', [], sweep)).toBeNull();
  });

  it('prefers a metric that more jobs have to one that stands first', () => {
    const rows = [job({ ttft_p99_ms: 90, ttft_p50_ms: 50 }), job({ ttft_p99_ms: null, ttft_p50_ms: 40 })];
    const available = metricsWithValues(rows, ['ttft_p99_ms', 'ttft_p50_ms']);
    expect(chooseMetric('', available, rows)).toBe('ttft_p50_ms');
    expect(chooseMetric('ttft_p99_ms', available, rows)).toBe('ttft_p99_ms');
  });
});

describe('chooseShape', () => {
  const rows = Array.from({ length: 12 }, (_, index) =>
    job({ config_code: `c${index}`, input_sequence_length: index < 8 ? 1024 : 8192 }),
  );
  const shapes = shapesOf(rows);

  it('starts with the commonest where all would be too many lines, with all where they are few', () => {
    expect(chooseShape('', shapes, rows)).toBe('1024x1024');
    expect(chooseShape('', shapesOf(rows.slice(5, 10)), rows.slice(5, 10))).toBe('all');
  });

  it('does what the address says, if there is such a shape', () => {
    expect(chooseShape('8192x1024', shapes, rows)).toBe('8192x1024');
    expect(chooseShape('all', shapes, rows)).toBe('all');
    expect(chooseShape('1x1', shapes, rows)).toBe('1024x1024');
  });
});

describe('hiddenSeries', () => {
  const many = toRunChart(
    Array.from({ length: 12 }, (_, index) => job({ config_code: `c${index}`, tokens_per_sec: index })),
    options,
  ).series;
  const nameOf = (hidden: ReadonlySet<string>) =>
    many.filter((one) => !hidden.has(one.id)).map(({ name }) => name.split(' · ').at(-1));

  it('starts with the few best of many', () => {
    expect(nameOf(hiddenSeries(many, [], 'tokens_per_sec'))).toEqual([
      'c4',
      'c5',
      'c6',
      'c7',
      'c8',
      'c9',
      'c10',
      'c11',
    ]);
    expect(hiddenSeries(many.slice(0, 8), [], 'tokens_per_sec').size).toBe(0);
  });

  it('comes back from the URL as it was', () => {
    const hidden = new Set(many.slice(2).map(({ id: one }) => one));
    const tokens = shownTokens(many, hidden);
    expect(tokens).toEqual(many.slice(0, 2).map(seriesToken));
    expect(hiddenSeries(many, tokens, null)).toEqual(hidden);
    expect(hiddenSeries(many, shownTokens(many, new Set()), null).size).toBe(0);
    expect(hiddenSeries(many, shownTokens(many, new Set(many.map(({ id: one }) => one))), null).size).toBe(
      12,
    );
  });
});

describe('where the curve stops rising', () => {
  const curve = (values: readonly number[], more: Partial<RunJobWithParams> = {}) =>
    values.map((tokens, index) =>
      job({ concurrency: 2 ** index, tokens_per_sec: tokens, tokens_per_sec_per_gpu: tokens, ...more }),
    );
  const marked = (rows: readonly RunJobWithParams[], metric: 'tokens_per_sec' | 'ttft_p50_ms', hide = '') => {
    const chart = toRunChart(rows, { title: 'T', throughput: metric, latency: null, shape: 'all' });
    const hidden = new Set(
      chart.series.filter(({ name }) => name.includes(hide) && hide !== '').map(({ id }) => id),
    );
    const [panel] = markPlateau(chart, metric, hidden);
    return { peak: panel?.references?.[0]?.value, notes: panel?.notes ?? [] };
  };

  it('is marked on the upper chart, and said', () => {
    const { peak, notes } = marked(curve([100, 190, 300, 305, 302]), 'tokens_per_sec');
    expect(peak).toBe(305);
    expect(notes.at(-1)).toMatch(/: peak at 8, within 5 % of it from 4 on$/);
  });
  it('a curve that still rises is said to', () => {
    expect(marked(curve([100, 190, 300]), 'tokens_per_sec').notes.at(-1)).toMatch(
      /: still rising at 4, the last/,
    );
  });
  it('two loads are no curve, and lower latency is no peak', () => {
    expect(marked(curve([100, 190]), 'tokens_per_sec').peak).toBeUndefined();
    expect(marked(curve([100, 190, 300]), 'ttft_p50_ms').peak).toBeUndefined();
  });
  it('follows what is visible', () => {
    const rows = [...curve([100, 190, 300, 305]), ...curve([10, 19, 30, 31], { framework_code: 'sglang' })];
    expect(marked(rows, 'tokens_per_sec').peak).toBe(305);
    expect(marked(rows, 'tokens_per_sec', 'vllm').peak).toBe(31);
  });
});
