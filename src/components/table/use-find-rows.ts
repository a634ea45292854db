import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { grouped } from '#lib/grouped.ts';
import { notify } from '#src/components/ui/toast.ts';
import type { CellFinder } from './cell-finder.ts';
import type { RowWindow } from './data-table-props.ts';
import type { CellPlace } from './find-cells.ts';
import { anyOf } from './any-of.ts';
import { askedColumns, askedNames, standsBefore } from './find-rows.ts';
import type { PlacedRows } from './placed-rows.ts';
import { stepped, type Find } from './use-find.ts';

/** Found rows of one read, how long they count as known, and the rows that tell what a column shows. */
const [PAGE_ROWS, KNOWN_MS, SAMPLE_ROWS] = [100, 60_000, 50];
const NAMES_SAID = 3;

/**
 * Looks for a text in all rows of a view, read or not, by asking the data API: how many hold it, and for a step which
 * row and how many stand before it. A row is found by columns that the API holds as they are shown.
 */
export function useFindRows<Row extends object>(
  finder: CellFinder<Row>,
  part: RowWindow<Row> | undefined,
  placed: PlacedRows<Row>,
  shown: number,
): Find {
  const client = useQueryClient();
  const text = finder.isRemote ? finder.text : '';
  const asked = useMemo(
    () =>
      text === '' || part === undefined
        ? []
        : askedColumns(finder, part.source, placed.loaded().slice(0, SAMPLE_ROWS)),
    [text, finder, part, placed],
  );
  const or = anyOf(asked.map(({ condition }) => condition));
  const read = (where: string, page: number, count: number, signal?: AbortSignal) =>
    part?.source.read(page * count, (page + 1) * count - 1, { ...part.asked, or: where }, signal) ?? null;
  const matches = (page: number) => ({
    queryKey: [...(part?.source.queryKey ?? []), part?.asked, 'find', or, page],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(or, page, PAGE_ROWS, signal),
    staleTime: KNOWN_MS,
  });
  const first = useQuery({ ...matches(0), enabled: asked.length > 0 });
  const total = first.data?.total ?? 0;

  const [state, setState] = useState<{ key: string; nth: number; hit: CellPlace | null; jumps: number }>({
    key: '',
    nth: 0,
    hit: null,
    jumps: 0,
  });
  const key = JSON.stringify(matches(0).queryKey);
  const stood = state.key === key ? Math.min(state.nth, total) : 0;
  const turn = useRef(0);

  const cellOf = async (nth: number): Promise<CellPlace | null> => {
    const page = await client.query(matches(Math.floor((nth - 1) / PAGE_ROWS)));
    const row = page?.rows[(nth - 1) % PAGE_ROWS];
    if (row === undefined || part === undefined) return null;
    const before = await read(standsBefore(row, part.source.orderOf(part.asked.sort)), 0, 1);
    const found = asked.find(({ column }) => finder.finds?.(finder.looked.indexOf(column), row));
    const column = found === undefined ? 0 : finder.looked.indexOf(found.column);
    return { place: before?.total ?? 0, column: column < shown ? column : 0 };
  };
  return {
    total,
    words: text === '' ? '' : wordsOf(first, stood, total, askedNames(asked)),
    hit: state.key === key ? state.hit : null,
    jumps: state.jumps,
    step: (by) => {
      if (total === 0) return;
      const nth = stepped(stood, by, total);
      const own = ++turn.current;
      setState((before) => ({ ...before, key, nth }));
      cellOf(nth).then(
        (hit) => {
          if (own === turn.current) setState((before) => ({ key, nth, hit, jumps: before.jumps + 1 }));
        },
        (error: unknown) => {
          notify.failure('The row could not be looked up', error);
        },
      );
    },
  };
}

function wordsOf(
  first: { isPending: boolean; isError: boolean },
  stood: number,
  total: number,
  names: readonly string[],
): string {
  if (names.length === 0) return 'no column here can be searched in all rows';
  if (first.isError) return 'the rows could not be searched';
  if (first.isPending) return '…';
  const more = names.length - NAMES_SAID;
  const where = ` in ${names.slice(0, NAMES_SAID).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const count = grouped(total);
  if (total === 0) return `none${where}`;
  const rows = `${count} ${total === 1 ? 'row' : 'rows'}`;
  return `${stood > 0 ? `${grouped(stood)} of ` : ''}${rows}${where}`;
}
