import { keepPreviousData, useQueries, type QueryKey } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ViewPage } from '#src/api/client.ts';
import type { RowWindow } from './data-table-props.ts';

const PAGE_ROWS = 200;
/** Rows must rest in view this long before they are read, so that a long scroll costs two reads and not two hundred. */
const REST_MS = 120;

interface RangeRowsOptions<Row> {
  /** Names the rows: view, filters and order. */
  queryKey: QueryKey;
  /** Reads rows `first` to `last`, both included, with the total. */
  read: (first: number, last: number, signal: AbortSignal) => Promise<ViewPage<Row>>;
  refetchIntervalMs?: number;
}

/** Rows of a big view, read in windows as they come into sight; give `rows` and `window` to a `DataTable`. */
export function useRangeRows<Row>({ queryKey, read, refetchIntervalMs }: RangeRowsOptions<Row>) {
  const [pages, setPages] = useState<{ from: number; to: number }>({ from: 0, to: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useCallback((first: number, last: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = { from: Math.floor(first / PAGE_ROWS), to: Math.floor(last / PAGE_ROWS) };
      setPages((before) => (before.from === next.from && before.to === next.to ? before : next));
    }, REST_MS);
  }, []);

  // The first page is always read: it says how many rows there are.
  const wanted = [0];
  for (let page = Math.max(1, pages.from); page <= pages.to; page++) wanted.push(page);
  const reads = useQueries({
    queries: wanted.map((page) => ({
      queryKey: [...queryKey, 'rows', page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1, signal),
      refetchInterval: refetchIntervalMs ?? (false as const),
      placeholderData: page === 0 ? keepPreviousData : undefined,
    })),
  });
  const [head] = reads;
  const loaded = reads.map((one, index) => ({
    from: (wanted[index] ?? 0) * PAGE_ROWS,
    rows: one.data?.rows ?? [],
  }));
  const rows = loaded.flatMap((page) => page.rows);
  const total = head?.data?.total ?? rows.length;
  const window: RowWindow = {
    total,
    indexes: loaded.flatMap((page) => page.rows.map((_, index) => page.from + index)),
    onRange,
  };
  return {
    rows,
    window,
    isPending: head?.isPending ?? true,
    error: reads.find((one) => one.isError && one.data === undefined)?.error ?? null,
    retry: () => {
      for (const one of reads) if (one.isError) void one.refetch();
    },
  };
}
