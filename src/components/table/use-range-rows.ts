import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ViewPage } from '#src/api/client.ts';
import { beforePrinting } from '#src/components/layout/print-page.ts';
import type { DataTableProps } from './data-table-props.ts';
import { MOST_PRINTED } from './printed-places.ts';
import type { TableView } from './table-params.ts';
import { useStable } from './use-stable.ts';
import type { RowsAsked, WindowedRead } from './windowed-view.ts';

const PAGE_ROWS = 200;
/** Rows must rest in view this long before they are read, so that a long scroll costs two reads and not two hundred. */
const REST_MS = 120;

type RangeRows<Row extends object> = Required<
  Pick<DataTableProps<Row>, 'rows' | 'window' | 'sorting' | 'isPending' | 'error' | 'onRetry'>
>;

/** Rows of a big view, read in windows as they come into sight: what a `DataTable` takes of them. */
export function useRangeRows<Row extends object>(
  source: WindowedRead<Row>,
  { sort, filters }: Pick<TableView, 'sort' | 'filters'>,
): RangeRows<Row> {
  const asked: RowsAsked = { sort, filters };
  const [pages, setPages] = useState<{ from: number; to: number }>({ from: 0, to: 0 });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onRange = useStable<[number, number]>((first, last) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const next = { from: Math.floor(first / PAGE_ROWS), to: Math.floor(last / PAGE_ROWS) };
      setPages((before) => (before.from === next.from && before.to === next.to ? before : next));
    }, REST_MS);
  });

  const client = useQueryClient();
  const pageOf = (page: number) => ({
    queryKey: [...source.queryKey, asked, 'rows', page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      source.read(page * PAGE_ROWS, (page + 1) * PAGE_ROWS - 1, asked, signal),
  });
  const refetchInterval = source.refetchIntervalMs ?? (false as const);
  // The first page is always read: it says how many rows there are.
  const head = useQuery({ ...pageOf(0), refetchInterval, placeholderData: keepPreviousData });
  // Of the others at most two are in view, an odd and an even one: each keeps its reader while the view moves on.
  // Two single readers, as the library's reader of many is 1.6 kB of every windowed page.
  const inView = (parity: 0 | 1) =>
    [pages.from, pages.to].find((page) => page > 0 && page % 2 === parity) ?? null;
  const [oddPage, evenPage] = [inView(1), inView(0)];
  const odd = useQuery({ ...pageOf(oddPage ?? 0), refetchInterval, enabled: oddPage !== null });
  const even = useQuery({ ...pageOf(evenPage ?? 0), refetchInterval, enabled: evenPage !== null });
  const reads = [head, ...(oddPage === null ? [] : [odd]), ...(evenPage === null ? [] : [even])];
  const loaded = [{ from: 0, rows: head.data?.rows ?? [] }];
  for (let page = Math.max(1, pages.from); page <= pages.to; page++) {
    // Pages between the two are held for paper only, for which they have been read.
    const data =
      page === oddPage
        ? odd.data
        : page === evenPage
          ? even.data
          : client.getQueryData<ViewPage<Row>>(pageOf(page).queryKey);
    loaded.push({ from: page * PAGE_ROWS, rows: data?.rows ?? [] });
  }
  const rows = loaded.flatMap((page) => page.rows);
  const total = head.data?.total ?? rows.length;

  // Held until the view moves.
  const readForPaper = useEffectEvent(async () => {
    const to = Math.ceil(Math.min(MOST_PRINTED, total) / PAGE_ROWS) - 1;
    const coming = Array.from({ length: to + 1 }, (_, page) =>
      client.query({ ...pageOf(page), staleTime: 'static' }),
    );
    await Promise.allSettled(coming);
    clearTimeout(timer.current);
    flushSync(() => setPages({ from: 0, to }));
  });
  useEffect(() => beforePrinting(() => readForPaper()), []);
  return {
    rows,
    window: {
      total,
      indexes: loaded.flatMap((page) => page.rows.map((_, index) => page.from + index)),
      onRange,
      source,
      asked,
    },
    sorting: 'server',
    isPending: head.isPending,
    error: reads.find((one) => one.isError && one.data === undefined)?.error ?? null,
    onRetry: () => {
      for (const one of reads) if (one.isError) void one.refetch();
    },
  };
}
