import { expect, it } from 'vitest';
import type { ChartSpec } from './chart-spec.ts';
import { escapeXml, renderSvg } from './render-svg.ts';
import { seriesToken } from './ruler.ts';
import { seriesStyles } from './series-style.ts';
import { applyZoom } from './zoom.ts';

function must<T>(value: T | null | undefined): T {
  if (value == null) throw new Error('nothing there');
  return value;
}

const identities = [
  { id: 'b200|trt', vendor: 'nvidia', architecture: 'blackwell' },
  { id: 'h100|vllm', vendor: 'nvidia', architecture: 'hopper' },
  { id: 'mi355x|vllm', vendor: 'amd', architecture: 'cdna4' },
];
const styles = seriesStyles(identities);
const VALUES = [
  [412, 980, null, 3214.4, 5120],
  [120, 260, 498, 910, 1630],
  [0, 300, 610, 1240, 2100],
];
const spec: ChartSpec = {
  title: 'Throughput over concurrency',
  subtitle: 'gpt-oss-120b, 1,024 in / 1,024 out',
  kind: 'line',
  x: { key: 'concurrency', label: 'Concurrency (in flight)', unit: 'in flight', scale: 'log2' },
  y: {
    key: 'tokens_per_sec',
    label: 'Output (tokens/s)',
    unit: 'tokens/s',
    scale: 'log10',
    better: 'higher',
  },
  series: identities.map(({ id }, index) => ({
    id,
    name: id.replace('|', ' · '),
    style: must(styles.get(id)),
    points: (VALUES[index] ?? []).map((y, step) => ({
      x: 4 ** step,
      y,
      label: `concurrency ${4 ** step}`,
      lo: y === 910 ? 870 : null,
      hi: y === 910 ? 960 : null,
    })),
  })),
  references: [
    { axis: 'y', value: 2000, label: 'target' },
    { axis: 'x', value: 64, label: 'plateau' },
  ],
};

it('draws a chart as the golden file shows it', async () => {
  await expect(renderSvg(spec)).toMatchFileSnapshot('golden/line.svg');
});

it('draws stacked panels with a window in the dark theme', async () => {
  const panel = (key: string, label: string): ChartSpec => ({
    title: 'Telemetry',
    kind: 'line',
    markers: 'none',
    bands: [{ from: 10, to: 50, label: 'measured window' }],
    x: { key: 'elapsed_s', label: 'Elapsed (m:ss)', unit: '', scale: 'duration' },
    y: { key, label, unit: '', scale: 'linear' },
    series: [
      {
        id: 'gpu0',
        name: 'GPU 0',
        style: must(styles.get('b200|trt')),
        points: Array.from({ length: 61 }, (_, x) => ({
          x,
          y: x === 30 ? null : 50 + (x % 7) * 5,
          label: '',
        })),
      },
    ],
  });
  await expect(
    renderSvg([panel('util', 'Util (%)'), panel('power', 'Power (W)')], {
      theme: 'dark',
      plotHeight: 80,
      width: 520,
    }),
  ).toMatchFileSnapshot('golden/panels.svg');
});

it('draws bars over categories', async () => {
  const bars: ChartSpec = {
    ...spec,
    kind: 'bar',
    references: [],
    x: { key: 'model', label: 'Model', unit: '', scale: 'category', categories: ['8B', '70B', '405B'] },
    y: { ...spec.y, scale: 'linear' },
    series: spec.series.map((series) => ({
      ...series,
      points: series.points.slice(0, 3).map((point, x) => ({ ...point, x })),
    })),
  };
  await expect(renderSvg(bars)).toMatchFileSnapshot('golden/bar.svg');
});

it('draws what is looked at, with the ruler and the gutter', async () => {
  const zoomed = applyZoom(spec, [
    { axis: 'x', key: 'concurrency', from: 1, to: 80 },
    { axis: 'y', key: 'tokens_per_sec', from: 200, to: 4000 },
  ]);
  const ruler = { key: 'concurrency', at: 10, base: seriesToken({ id: 'mi355x|vllm' }) };
  const svg = renderSvg(zoomed, { ruler });
  expect(svg).toContain('outside what is shown');
  expect(svg).toContain('Ruler at 10 in flight');
  await expect(svg).toMatchFileSnapshot('golden/looked-at.svg');
});

it('is deterministic, has every colour resolved, and leaves hidden series out', () => {
  expect(renderSvg(spec)).toBe(renderSvg(structuredClone(spec)));
  expect(renderSvg(spec)).not.toMatch(/var\(|oklch|NaN|undefined|Infinity/);
  const without = renderSvg(spec, { hidden: new Set(['h100|vllm']) });
  expect(without).not.toContain('h100');
});

it('is safe with hostile names', () => {
  const hostile = '<img src=x onerror=alert(1)>&"\u0000\u001b';
  const svg = renderSvg({
    ...spec,
    title: hostile,
    series: spec.series.map((series) => ({ ...series, name: hostile })),
  });
  expect(svg).not.toContain('<img');
  expect(escapeXml(hostile)).toBe('&#60;img src=x onerror=alert(1)&#62;&#38;&#34;');
});
