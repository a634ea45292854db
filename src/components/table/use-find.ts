import { useEffect, useState } from 'react';
import { grouped } from '#lib/grouped.ts';
import type { CellFinder } from './cell-finder.ts';
import { findCells, type CellPlace } from './find-cells.ts';
import type { PlacedRows } from './placed-rows.ts';

/** Rows looked through between two looks at the clock, and how long one turn may take. */
const [SLICE_ROWS, TURN_MS] = [250, 8];
/** How often what was found so far is told. */
const TELL_MS = 100;

export interface Find {
  /** Found so far. */
  readonly total: number;
  /** How many were found, and which of them is stood on. */
  readonly words: string;
  readonly hit: CellPlace | null;
  /** Grows with each step: the view goes to `hit` then, and only then. */
  readonly jumps: number;
  /** To the next cell found, or back by -1; around at the ends. */
  readonly step: (by: 1 | -1) => void;
}

/** Looks for a text in all loaded rows of a view and the columns shown, a few milliseconds at a time. */
export function useFind<Row>(finder: CellFinder<Row>, placed: PlacedRows<Row>, columns: number): Find {
  const { isRemote, finds } = finder;
  const needle = isRemote ? '' : finder.text;
  const [found, setFound] = useState<{ cells: readonly CellPlace[]; total: number; isDone: boolean } | null>(
    null,
  );
  const [at, setAt] = useState({ needle, cell: -1, jumps: 0 });
  useEffect(() => {
    if (isRemote || finds === null) return;
    const cells: CellPlace[] = [];
    let [from, told] = [0, 0];
    let timer: ReturnType<typeof setTimeout>;
    const turn = () => {
      const now = performance.now();
      while (from < placed.count && performance.now() < now + TURN_MS) {
        const to = Math.min(from + SLICE_ROWS, placed.count);
        for (const cell of findCells(placed, columns, finds, from, to)) cells.push(cell);
        from = to;
      }
      const isDone = from >= placed.count;
      if (isDone || now - told > TELL_MS) {
        told = now;
        setFound({ cells, total: cells.length, isDone });
      }
      if (!isDone) timer = setTimeout(turn);
    };
    timer = setTimeout(turn);
    return () => clearTimeout(timer);
  }, [isRemote, finds, placed, columns]);

  const { cells, total } = needle === '' || found === null ? NOTHING : found;
  // The place is kept when rows are read again.
  const stood = at.needle === needle ? Math.min(at.cell, total - 1) : -1;
  return {
    total,
    words: foundWords(stood + 1, total, found?.isDone ?? false),
    hit: cells[stood] ?? null,
    jumps: at.jumps,
    step: (by) => {
      if (total === 0) return;
      setAt({ needle, cell: stepped(stood + 1, by, total) - 1, jumps: at.jumps + 1 });
    },
  };
}

/** Which of `total` comes after the one stood on, or before it by -1; counted from 1, around at the ends (0: none is stood on). */
export const stepped = (stood: number, by: 1 | -1, total: number): number =>
  ((Math.max(stood, by === 1 ? 0 : 1) - 1 + by + total) % total) + 1;

/** "3 of 12": which one is stood on, counted from 1 (0: none yet), and how many there are. */
export function foundWords(at: number, total: number, isDone: boolean): string {
  const count = grouped(total);
  const words = at > 0 ? `${grouped(at)} of ${count}` : total === 0 && isDone ? 'none' : `${count} found`;
  return isDone ? words : `${words}…`;
}

const NOTHING: { readonly cells: readonly CellPlace[]; readonly total: number } = { cells: [], total: 0 };
