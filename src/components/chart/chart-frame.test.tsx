import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ChartFrame } from './chart-frame.tsx';
import { createCursorStore, NO_CURSOR } from './chart-cursor.ts';
import { groupSeries, toLineSpec } from './metric-series.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const series = groupSeries(
  [
    { concurrency: 1, tokens_per_sec: 98 },
    { concurrency: 64, tokens_per_sec: 3214 },
    { concurrency: 128, tokens_per_sec: null },
  ],
  () => ({ id: 'a', name: HOSTILE }),
);
const panels = [toLineSpec({ title: 'Throughput', metric: 'tokens_per_sec', series })];

it('has a name and a summary for screen readers, and every export', () => {
  const html = renderToStaticMarkup(<ChartFrame panels={panels} title="Throughput" />);
  expect(html).toMatch(
    /role="application"[^>]*aria-label="Throughput" aria-describedby="[^"]+" tabindex="0"/i,
  );
  expect(html).toContain('Minimum 98.0 tokens/s');
  expect(html).toContain('Best 3,214 tokens/s');
  expect(html).toContain('n = 2 points, 1 without a value');
  for (const name of [
    'Table of Throughput',
    'Download CSV of Throughput',
    'Download SVG of Throughput',
    'Download PNG of Throughput',
  ]) {
    expect(html).toContain(`aria-label="${name}"`);
  }
});

it('prints hostile names as text', () => {
  const html = renderToStaticMarkup(<ChartFrame panels={panels} title={HOSTILE} />);
  expect(html).not.toContain('<img');
});

it('shows loading, empty, filtered-empty and error in the place of the plot', () => {
  const show = (frame: Partial<Parameters<typeof ChartFrame>[0]>): string =>
    renderToStaticMarkup(<ChartFrame panels={[]} title="T" {...frame} />);
  expect(show({})).toContain('No values yet.');
  expect(show({ state: { kind: 'loading' } })).toContain('Loading');
  expect(show({ state: { kind: 'filtered-empty', onClear: () => undefined } })).toContain('Clear filters');
  const failed = show({ state: { kind: 'error', message: 'No answer', requestId: 'req_1' } });
  expect(failed).toContain('role="alert"');
  expect(failed).toContain('req_1');
  expect(failed).not.toContain('role="application"');
});

it('tells listeners of the cursor, and no longer after they left', () => {
  const store = createCursorStore();
  const heard: (number | undefined)[] = [];
  const leave = store.subscribe(() => heard.push(store.get().at?.point));
  store.set({ ...NO_CURSOR, at: { panel: 0, series: 0, point: 3 } });
  leave();
  store.set(NO_CURSOR);
  expect(heard).toEqual([3]);
});
