import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyDocument } from '#src/components/form/empty-document.ts';
import { useRangeRows } from './use-range-rows.ts';
import type { WindowedRead } from './windowed-view.ts';

interface Row {
  readonly id: number;
}
const TOTAL = 100_000;
/** Longer than rows must rest in view. */
const REST_MS = 200;

let asked: { first: number; signal: AbortSignal }[];
/** Reads that begin here are never answered. */
let silent: number | null;
let shown: ReturnType<typeof useRangeRows<Row>> | null;
let root: Root;

const source: WindowedRead<Row> = {
  queryKey: ['rows'],
  read: (first: number, last: number, _asked: unknown, signal: AbortSignal) => {
    asked.push({ first, signal });
    if (first === silent) return new Promise(() => undefined);
    return Promise.resolve({
      rows: Array.from({ length: last - first + 1 }, (_, n) => ({ id: first + n })),
      total: TOTAL,
    });
  },
} as unknown as WindowedRead<Row>;

function Probe({ onDrawn }: { onDrawn: (table: ReturnType<typeof useRangeRows<Row>>) => void }) {
  const drawn = useRangeRows(source, { sort: null, filters: [] });
  useEffect(() => {
    onDrawn(drawn);
  });
  return null;
}

const wait = (ms: number) => act(() => new Promise<void>((done) => setTimeout(done, ms)));
/** Until rows rested, were asked for, answered and drawn: each in a turn of its own. */
const rest = async () => {
  await wait(REST_MS);
  for (let turn = 0; turn < 3; turn += 1) await wait(20);
};
const table = () => {
  if (shown === null) throw new Error('Nothing was drawn');
  return shown;
};
const view = (first: number) => act(() => table().window.onRange(first, first + 30));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const page = emptyDocument();
  const deaf = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('window', Object.assign(page.view, deaf));
  asked = [];
  silent = null;
  shown = null;
  root = createRoot(page.container);
  await act(async () => {
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Probe
          onDrawn={(drawn) => {
            shown = drawn;
          }}
        />
      </QueryClientProvider>,
    );
    await Promise.resolve();
  });
  await rest();
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

it('reads one window for a jump over 99,000 rows, whatever passed by on the way', async () => {
  expect(asked.map(({ first }) => first)).toEqual([0]);
  expect(table().window.total).toBe(TOTAL);
  for (let first = 1_000; first < 99_000; first += 1_000) view(first);
  view(99_000);
  await rest();
  expect(asked.map(({ first }) => first)).toEqual([0, 99_000]);
  expect(table().rows.at(200)).toEqual({ id: 99_000 });
  expect(table().window.indexes.at(200)).toBe(99_000);
});

it('reads both windows where a jump ends between them', async () => {
  view(99_190);
  await rest();
  expect(asked.map(({ first }) => first).sort((a, b) => a - b)).toEqual([0, 99_000, 99_200]);
});

it('gives up a read whose rows are no longer in view', async () => {
  silent = 50_000;
  view(50_000);
  await rest();
  const stale = asked.find(({ first }) => first === 50_000);
  expect(stale?.signal.aborted).toBe(false);
  view(99_000);
  await rest();
  expect(stale?.signal.aborted).toBe(true);
  expect(asked.find(({ first }) => first === 99_000)?.signal.aborted).toBe(false);
  expect(table().rows.at(200)).toEqual({ id: 99_000 });
});
