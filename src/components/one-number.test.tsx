import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formatMetric, METRICS, type MetricKey } from '#contract/metrics.ts';
import { chartTable } from '#lib/charts/chart-table.ts';
import { describeValue } from '#lib/charts/describe-chart.ts';
import { toCsv } from '#lib/csv.ts';
import { formatAxisValue } from './chart/metric-axis.ts';
import { toLineSpec } from './chart/metric-series.ts';
import { metricColumn } from './table/metric-column.tsx';

const keys = Object.keys(METRICS) as MetricKey[];
const value = fc.oneof(
  fc.constant(null),
  fc.constant(0),
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
  fc.double({ min: -1e6, max: 0, noNaN: true }),
  fc.integer({ min: 0, max: 1_000_000 }),
);
const text = (markup: string): string => markup.replace(/<[^>]*>/g, '');

it('prints one number the same in cell, chart, tooltip and table twin, and exports it whole', () => {
  fc.assert(
    fc.property(fc.constantFrom(...keys.filter((key) => key !== 'concurrency')), value, (key, number) => {
      const row = { concurrency: 8, [key]: number };
      const printed = formatMetric(key, number);
      // The cell of a table.
      const column = metricColumn<typeof row>(key);
      expect(text(renderToStaticMarkup(<>{column.cell(row)}</>))).toBe(printed);
      // The chart: its axis' printer, its tooltip, its table twin.
      const spec = toLineSpec({ title: 't', metric: key, series: [{ id: 's', name: 's', rows: [row] }] });
      const [point] = spec.series[0]?.points ?? [];
      expect(point?.y).toBe(number);
      expect(formatAxisValue(spec.y, point?.y ?? null)).toBe(printed);
      if (point !== undefined)
        expect(describeValue(spec, point, formatAxisValue).startsWith(printed)).toBe(true);
      const cells = chartTable([spec], new Set()).rows.flat();
      if (number !== null) expect(cells.map((cell) => cell.value)).toContain(number);
      // The file: full precision, and nothing where there is nothing.
      const [, line] = toCsv([column], [row]).split('\r\n');
      expect(line).toBe(number === null ? '' : String(number));
      // A missing value is never a zero.
      if (number === null) expect(printed).toBe('—');
    }),
    { numRuns: 2_000 },
  );
});

it('changes no number of a series when another is hidden', () => {
  const point = fc.record({ concurrency: fc.integer({ min: 1, max: 512 }), tokens_per_sec: value });
  fc.assert(
    fc.property(
      fc.array(fc.array(point, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 }),
      (groups) => {
        const series = groups.map((rows, index) => ({ id: `s${index}`, name: `series ${index}`, rows }));
        const spec = toLineSpec({ title: 't', metric: 'tokens_per_sec', series });
        const valuesOf = (hidden: ReadonlySet<string>, name: string) =>
          chartTable([{ ...spec, kind: 'scatter' }], hidden)
            .rows.filter(([first]) => first?.value === name)
            .map((cells) => cells.map((cell) => cell.value));
        const before = valuesOf(new Set(), 'series 1');
        expect(valuesOf(new Set(['s0']), 'series 1')).toEqual(before);
        expect(valuesOf(new Set(['s1']), 'series 1')).toEqual([]);
      },
    ),
    { numRuns: 200 },
  );
});
