import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { seriesToken } from '#lib/charts/ruler.ts';
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

it('offers zoom and ruler, and names the keys for who does not see them', () => {
  const html = renderToStaticMarkup(<ChartFrame panels={panels} title="Throughput" />);
  for (const name of ['Zoom in on Throughput', 'Show all of Throughput', 'Ruler on Throughput']) {
    expect(html).toContain(`aria-label="${name}"`);
  }
  expect(html).toContain('plus and minus zoom');
  // The missing value stands in the gutter of a log axis or in a note, never as a point at zero.
  expect(html).toContain('1 without a value');
});

it('draws what the address looks at, and counts the rest', () => {
  const view = {
    zoom: [{ axis: 'x', key: 'concurrency', from: 32, to: 128 }] as const,
    ruler: null,
    hidden: [seriesToken({ id: 'a' })],
  };
  const shown = renderToStaticMarkup(<ChartFrame panels={panels} title="T" view={{ ...view, hidden: [] }} />);
  expect(shown).toContain('1 point outside what is shown');
  // The words stay those of the whole chart.
  expect(shown).toContain('Minimum 98.0 tokens/s');
  const hidden = renderToStaticMarkup(<ChartFrame panels={panels} title="T" view={view} />);
  expect(hidden).toContain('Show all 1, 1 hidden');
});

it('is a table where the address names it, and no other chart of the page is', () => {
  const view = { zoom: [], ruler: null, table: ['front'] };
  const pressed = (name?: string) =>
    /aria-label="Table of T"[^>]*aria-pressed="true"|aria-pressed="true"[^>]*aria-label="Table of T"/.test(
      renderToStaticMarkup(<ChartFrame panels={panels} title="T" name={name} view={view} />),
    );
  expect([pressed('front'), pressed()]).toEqual([true, false]);
});

it('opens the job of a point', () => {
  const [spec] = [
    toLineSpec({
      title: 'T',
      metric: 'tokens_per_sec',
      series: groupSeries([{ org_id: 'o', job_id: 7, concurrency: 1, tokens_per_sec: 5 }], () => ({
        id: 'a',
        name: 'A',
      })),
    }),
  ];
  expect(spec.series[0]?.points[0]?.href).toBe('/w/o/jobs/7');
  expect(panels[0]?.series[0]?.points[0]?.href).toBeUndefined();
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
