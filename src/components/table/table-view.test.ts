import { describe, expect, it } from 'vitest';
import { numberColumn, textColumn } from './data-columns.tsx';
import { metricColumn } from './metric-column.tsx';
import { indexAfterKey } from './row-keys.ts';
import { readPart } from './read-part.ts';
import { nextSort, shownColumns } from './table-view.ts';
import { varyingColumns } from './varying-columns.ts';

interface Row {
  job: string;
  model: string;
  ttft_p50_ms: number | null;
  tokens_per_sec: number | null;
}
const columns = [
  textColumn<Row>('job', 'Job', (row) => row.job),
  textColumn<Row>('model', 'Model', (row) => row.model),
  metricColumn<Row>('ttft_p50_ms'),
  metricColumn<Row>('tokens_per_sec', { hidden: true }),
  numberColumn<Row>('n', 'n', () => 3),
];
const row = (job: string, ttft: number | null): Row => ({
  job,
  model: 'm',
  ttft_p50_ms: ttft,
  tokens_per_sec: null,
});

describe('columns', () => {
  it('take name, unit, direction and presence from the registry', () => {
    const column = columns[2];
    expect(column).toMatchObject({ header: 'TTFT p50 (ms)', align: 'right', firstSort: 'asc' });
    expect(column?.description).toBe('Time to first token, p50, lower is better');
    expect(column?.value(row('a', 12.3456))).toBe(12.3456);
    expect(column?.value(row('a', null))).toBeNull();
    expect(columns[3]?.firstSort).toBe('desc');
  });

  it('shown are those the address names, in its order, else the usual ones', () => {
    const ids = (cols: string[]) => shownColumns(columns, cols).map((column) => column.id);
    expect(ids([])).toEqual(['job', 'model', 'ttft_p50_ms', 'n']);
    expect(ids(['tokens_per_sec', 'gone', 'job'])).toEqual(['tokens_per_sec', 'job']);
    expect(ids(['gone'])).toEqual(['job', 'model', 'ttft_p50_ms', 'n']);
  });

  it('that differ keep the first and drop the constant ones', () => {
    const ids = varyingColumns(columns, [row('a', 1), row('a', null), row('a', 1)]).map(
      (column) => column.id,
    );
    expect(ids).toEqual(['job', 'ttft_p50_ms']);
  });
});

it('says in how many rows columns differ where not all are read', () => {
  expect(readPart(200, 12_345)).toBe(' in the 200 rows read');
  expect(readPart(200, 200)).toBe('');
});

describe('sort', () => {
  it('goes best first, then the other way, then back to the source', () => {
    const lower = { id: 'ttft_p50_ms', firstSort: 'asc' as const };
    const first = nextSort(lower, { id: 'job', desc: false });
    expect(first).toEqual({ id: 'ttft_p50_ms', desc: false });
    const second = nextSort(lower, first);
    expect(second).toEqual({ id: 'ttft_p50_ms', desc: true });
    expect(nextSort(lower, second)).toBeNull();
    expect(nextSort({ id: 'n', firstSort: 'desc' }, null)).toEqual({ id: 'n', desc: true });
  });
});

describe('row keys', () => {
  it('move within the rows and stop at the ends', () => {
    expect(indexAfterKey('ArrowDown', 4, 5, 10)).toBe(4);
    expect(indexAfterKey('ArrowUp', 0, 5, 10)).toBe(0);
    expect(indexAfterKey('PageDown', 0, 100_000, 18)).toBe(18);
    expect(indexAfterKey('End', 0, 100_000, 18)).toBe(99_999);
    expect(indexAfterKey('x', 0, 5, 10)).toBeNull();
    expect(indexAfterKey('Home', 0, 0, 10)).toBeNull();
  });
});
