import { isInZoom, visibleSeries, type ChartAxis, type ChartPoint, type ChartSpec } from './chart-spec.ts';
import { isMeasurable, readingWords, readRuler, type Ruler } from './ruler.ts';

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

/** A row of the table: a point, or what the ruler reads between points. */
interface Entry {
  readonly name: string;
  readonly point: ChartPoint;
  /** Null for a measured point. */
  readonly reading: string | null;
}

const isOn = (spec: ChartSpec, ruler: Ruler | null): ruler is Ruler =>
  ruler !== null && ruler.key === spec.x.key && isMeasurable(spec);

/** The points in sight, then what the ruler reads. */
function entriesOf(spec: ChartSpec, hidden: ReadonlySet<string>, ruler: Ruler | null): Entry[] {
  const shown = visibleSeries(spec, hidden);
  const points = shown.flatMap((series) =>
    series.points
      .filter((point) => isInZoom(spec, point))
      .map((point): Entry => ({ name: series.name, point, reading: null })),
  );
  if (!isOn(spec, ruler)) return points;
  const readings = readRuler(shown, ruler);
  const base = readings.find(({ isBase }) => isBase)?.series.name ?? '';
  return [
    ...points,
    ...readings.map((one): Entry => ({
      name: one.series.name,
      point: { x: ruler.at, y: one.y, label: 'ruler' },
      reading: `ruler: ${readingWords(one, base)}`,
    })),
  ];
}

const readingCell = ({ reading }: Entry): ChartCell => ({ value: reading ?? 'measured' });

const text = (header: string): ChartColumn => ({ header, axis: null });

/** One row per x and one column per series, where at least half of the cells would be filled; else null. */
function wideTable(panels: readonly ChartSpec[], hidden: ReadonlySet<string>): ChartTable | null {
  const [first] = panels;
  if (first === undefined || first.kind === 'scatter') return null;
  const tracks = panels
    .flatMap((spec) =>
      visibleSeries(spec, hidden).map((series) => ({
        spec,
        series,
        points: series.points.filter((point) => isInZoom(spec, point)),
      })),
    )
    .map((track) => ({ ...track, byX: new Map(track.points.map((point) => [point.x, point])) }));
  if (tracks.some(({ points, byX }) => byX.size !== points.length)) return null;
  if (tracks.some(({ points }) => points.some((point) => point.lo != null || point.n != null))) return null;
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

function longTable(spec: ChartSpec, hidden: ReadonlySet<string>, ruler: Ruler | null): ChartTable {
  const entries = entriesOf(spec, hidden, ruler);
  const hasInterval = entries.some(({ point }) => point.lo != null || point.hi != null);
  const hasCount = entries.some(({ point }) => point.n != null);
  const hasLabel = spec.kind === 'scatter';
  const hasReading = isOn(spec, ruler);
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
      ...(hasReading ? [text('Reading')] : []),
    ],
    rows: entries.map((entry) => {
      const { name, point } = entry;
      return [
        { value: name },
        ...(hasLabel ? [{ value: point.label }] : []),
        { value: point.x },
        { value: point.y, note: point.note },
        ...(hasInterval ? [{ value: point.lo ?? null }, { value: point.hi ?? null }] : []),
        ...(hasCount ? [{ value: point.n ?? null }] : []),
        ...(hasReading ? [readingCell(entry)] : []),
      ];
    }),
  };
}

/**
 * The table twin of a chart: every value in sight of the visible series and nothing else, and what the ruler reads.
 * Wide where series share their x, else (and with a ruler) long; panels that cannot share a wide table are stacked
 * under a "Metric" column.
 */
export function chartTable(
  panels: readonly ChartSpec[],
  hidden: ReadonlySet<string>,
  ruler: Ruler | null = null,
): ChartTable {
  const hasReading = panels.some((spec) => isOn(spec, ruler));
  const wide = hasReading ? null : wideTable(panels, hidden);
  const [first] = panels;
  if (wide || first === undefined) return wide ?? { columns: [], rows: [] };
  if (panels.length === 1) return longTable(first, hidden, ruler);
  const rows = panels.flatMap((spec) =>
    entriesOf(spec, hidden, ruler).map((entry): ChartCell[] => [
      { value: spec.y.label },
      { value: entry.name },
      { value: entry.point.x },
      { value: entry.point.y, note: entry.point.note, axis: spec.y },
      ...(hasReading ? [readingCell(entry)] : []),
    ]),
  );
  return {
    columns: [
      text('Metric'),
      text('Series'),
      { header: first.x.label, axis: first.x },
      text('Value'),
      ...(hasReading ? [text('Reading')] : []),
    ],
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
