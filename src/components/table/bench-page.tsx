import '#src/styles.css';
import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { MetricKey } from '#contract/metrics.ts';
import { createRandom } from '#lib/random.ts';
import { numberColumn, textColumn, timeColumn, type DataColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
import { DataTable } from './data-table.tsx';
import { tableTools } from './table-late.ts';
import type { TableView } from './table-params.ts';

/** The page that `npm run bench:web` measures tables on: rows are made at load, drawing waits for `bench.show()`. */
interface TableBench {
  readonly show: (kind: 'long' | 'wide') => Promise<void>;
  readonly set: (change: Partial<TableView>) => void;
  /** Back to the view it opened with, over rows that no order or filter is remembered of. */
  readonly forget: () => void;
  readonly scroll: (frames: number) => Promise<void>;
  readonly scrollAcross: (frames: number) => Promise<void>;
}

const METRICS: readonly MetricKey[] = [
  'tokens_per_sec',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'requests_per_sec',
  'e2e_p50_ms',
  'e2e_p99_ms',
];
type BenchRow = { id: number; job: string; model: string; gpu: string; load: number; at: string } & Partial<
  Record<MetricKey, number | null>
>;

function makeRows(count: number): BenchRow[] {
  const random = createRandom(1);
  const started = Date.parse('2026-11-28T00:00:00Z');
  return Array.from({ length: count }, (_, id) => ({
    id,
    job: `job-${random.integer(0, 9_999_999)}-${id}`,
    model: `model ${random.integer(1, 40)}`,
    gpu: `GPU ${random.integer(1, 12)}`,
    load: 2 ** random.integer(0, 10),
    at: new Date(started - random.integer(0, 90 * 86_400_000)).toISOString(),
    ...Object.fromEntries(
      METRICS.map((key) => [key, random.integer(0, 50) === 0 ? null : random.integer(1, 1_000_000) / 1000]),
    ),
  }));
}

const LONG: readonly DataColumn<BenchRow>[] = [
  textColumn('job', 'Job', (row) => row.job),
  numberColumn('id', 'Number', (row) => row.id),
  textColumn('model', 'Model', (row) => row.model),
  textColumn('gpu', 'GPU', (row) => row.gpu),
  numberColumn('load', 'Load', (row) => row.load),
  timeColumn('at', 'When', (row) => row.at),
  ...METRICS.map((key) => metricColumn<BenchRow>(key)),
];
const WIDE: readonly DataColumn<BenchRow>[] = Array.from({ length: 200 }, (_, index) =>
  index === 0
    ? textColumn<BenchRow>('job', 'Job', (row) => row.job)
    : numberColumn<BenchRow>(`n${index}`, `Column ${index}`, (row) => row.id * index),
);
const longRows = makeRows(100_000);
const OPENED: TableView = { sort: null, cols: [], filters: [], widths: {}, pins: [], find: '' };

let current: {
  setView: (change: (before: TableView) => TableView) => void;
  setRows: (rows: BenchRow[]) => void;
} | null = null;

function Bench({ isWide }: { isWide: boolean }) {
  const [view, setView] = useState(OPENED);
  const [selected, setSelected] = useState<string[]>([]);
  const [rows, setRows] = useState(() => (isWide ? longRows.slice(0, 50) : longRows));
  useLayoutEffect(() => {
    current = { setView, setRows };
  }, []);
  return (
    <DataTable
      label="Rows"
      columns={isWide ? WIDE : LONG}
      rows={rows}
      rowId={(row) => String(row.id)}
      view={view}
      onViewChange={(change) => setView((before) => ({ ...before, ...change }))}
      selected={selected}
      onSelectedChange={setSelected}
      fileName="rows"
    />
  );
}

const element = document.getElementById('root');
if (element === null) throw new Error('The bench page has no #root');
const root = createRoot(element);
const frame = () => new Promise(requestAnimationFrame);
const scroller = () => document.querySelector('table')?.parentElement;
const bench: TableBench = {
  show: async (kind) => {
    flushSync(() => root.render(<Bench isWide={kind === 'wide'} />));
    while (document.querySelector('tbody tr[data-place]') === null) await frame();
  },
  set: (change) => flushSync(() => current?.setView((before) => ({ ...before, ...change }))),
  forget: () =>
    flushSync(() => {
      current?.setView(() => OPENED);
      current?.setRows([...longRows]);
    }),
  scroll: async (frames) => {
    for (let index = 1; index <= frames; index += 1) {
      scroller()?.scrollTo({ top: index * 137 });
      await frame();
    }
  },
  scrollAcross: async (frames) => {
    for (let index = 1; index <= frames; index += 1) {
      scroller()?.scrollTo({ left: index * 137 });
      await frame();
    }
  },
};
// Who filters has reached for the table before.
void tableTools.load().then(() => Object.assign(window, { bench }));
