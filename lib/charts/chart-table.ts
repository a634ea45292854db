import { visibleSeries, type ChartAxis, type ChartSpec } from './chart-spec.ts';

/** A column of a chart's table twin; numeric columns are printed by their axis. */
export interface ChartColumn {
  readonly header: string;
  /** Null for text. */
  readonly axis: ChartAxis | null;
}

/** A cell: text, a number, or null for no value; `note` says why there is none. */
export interface ChartCell {
  readonly value: string | number | null;
  readonly note?: string | undefined;
  /** Prints this value where the cells of a column have several units. */
  readonly axis?: ChartAxis | undefined;
}

/** The same values as the chart, as rows. */
export interface ChartTable {
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly (readonly ChartCell[])[];
}

const text = (header: string): ChartColumn => ({ header, axis: null });

/** One row per x and one column per series, where at least half of the cells would be filled; else null. */
function wideTable(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): ChartTable | null {
  const [first] = panels;
  if (first === undefined || first.kind === 'scatter') return null;
  const tracks = panels.flatMap((spec) =>
    visibleSeries(spec, hidden).map((series) => ({
      spec,
      series,
      byX: new Map(series.points.map((point) => [point.x, point])),
    })),
  );
  if (tracks.some(({ series, byX }) => byX.size !== series.points.length)) return null;
  if (tracks.some(({ series }) => series.points.some((point) => point.lo != null || point.n != null)))
    return null;
  const xs = [...new Set(tracks.flatMap(({ byX }) => [...byX.keys()]))].sort((a, b) => a - b);
  const filled = tracks.reduce((sum, { byX }) => sum + byX.size, 0);
  if (filled < (xs.length * tracks.length) / 2) return null;
  const many = panels.length > 1 || tracks.length === 1;
  return {
    columns: [
      { header: first.x.label, axis: first.x },
      ...tracks.map(({ spec, series }) => ({
        header: many ? `${series.name}, ${spec.y.label}` : series.name,
        axis: spec.y,
      })),
    ],
    rows: xs.map((x) => [
      { value: x },
      ...tracks.map(({ byX }): ChartCell => ({ value: byX.get(x)?.y ?? null, note: byX.get(x)?.note })),
    ]),
  };
}

function longTable(spec: ChartSpec, hidden: ReadonlySet<string>): ChartTable {
  const shown = visibleSeries(spec, hidden);
  const points = shown.flatMap((series) => series.points.map((point) => ({ series, point })));
  const hasInterval = points.some(({ point }) => point.lo != null || point.hi != null);
  const hasCount = points.some(({ point }) => point.n != null);
  const hasLabel = spec.kind === 'scatter';
  return {
    columns: [
      text('Series'),
      ...(hasLabel ? [text('Point')] : []),
      { header: spec.x.label, axis: spec.x },
      { header: spec.y.label, axis: spec.y },
      ...(hasInterval
        ? [
            { header: 'Lower', axis: spec.y },
            { header: 'Upper', axis: spec.y },
          ]
        : []),
      ...(hasCount ? [text('n')] : []),
    ],
    rows: points.map(({ series, point }) => [
      { value: series.name },
      ...(hasLabel ? [{ value: point.label }] : []),
      { value: point.x },
      { value: point.y, note: point.note },
      ...(hasInterval ? [{ value: point.lo ?? null }, { value: point.hi ?? null }] : []),
      ...(hasCount ? [{ value: point.n ?? null }] : []),
    ]),
  };
}

/**
 * The table twin of a chart: every value of the visible series and nothing else. Wide where series share their x,
 * else long; panels that cannot share a wide table are stacked under a "Metric" column.
 */
export function chartTable(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): ChartTable {
  const wide = wideTable(panels, hidden);
  const [first] = panels;
  if (wide || first === undefined) return wide ?? { columns: [], rows: [] };
  if (panels.length === 1) return longTable(first, hidden);
  const rows = panels.flatMap((spec) =>
    visibleSeries(spec, hidden).flatMap((series) =>
      series.points.map((point): ChartCell[] => [
        { value: spec.y.label },
        { value: series.name },
        { value: point.x },
        { value: point.y, note: point.note, axis: spec.y },
      ]),
    ),
  );
  return {
    columns: [text('Metric'), text('Series'), { header: first.x.label, axis: first.x }, text('Value')],
    rows,
  };
}

const FORMULA = /^[=+\-@\t\r]/;

function csvCell({ value }: ChartCell, column: ChartColumn | undefined): string {
  if (value === null) return '';
  const named = typeof value === 'number' ? column?.axis?.categories?.[value] : undefined;
  if (typeof value === 'number' && named === undefined) return String(value);
  const raw = named ?? String(value);
  // Spreadsheets run text that starts like a formula; a leading apostrophe keeps it text.
  const safe = FORMULA.test(raw) ? `'${raw}` : raw;
  return /[",\r\n]/.test(safe) || safe !== raw ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 with CRLF; numbers in full precision, no value as an empty cell, formulas in text defused. */
export function chartCsv({ columns, rows }: ChartTable): string {
  const header = columns.map(({ header: value }) => csvCell({ value }, undefined));
  return [header, ...rows.map((row) => row.map((cell, index) => csvCell(cell, columns[index])))]
    .map((row) => `${row.join(',')}\r\n`)
    .join('');
}
