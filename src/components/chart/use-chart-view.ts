import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { whenRested } from '#src/url/when-rested.ts';
import type { ChartView } from './chart-params.ts';

const START: ChartView = { zoom: [], ruler: null };
/** A gesture is over when nothing has moved for this long; then the address follows. Browsers limit how often it may change. */
const SETTLED_MS = 250;

/** What a gesture is at, while the address says what it began with, or what an earlier step was sent as. */
interface Draft {
  readonly view: ChartView;
  readonly from: string;
  readonly sent: string;
}

const textOf = ({ zoom, ruler }: ChartView): string => JSON.stringify([zoom, ruler]);

export type ChangeView = (change: Partial<ChartView>) => void;

/**
 * Zoom and ruler as drawn: what the address says, or what a gesture is at until the address has followed. Without
 * `onViewChange` the chart keeps them itself.
 */
export function useChartView(
  view: ChartView | undefined,
  onViewChange: ChangeView | undefined,
): readonly [ChartView, ChangeView] {
  const given = view ?? START;
  const text = textOf(given);
  const [draft, setDraft] = useState<Draft | null>(null);
  // The address has moved since: followed the gesture, or went elsewhere.
  const isKept = draft !== null && (draft.from === text || draft.sent === text);
  if (draft !== null && !isKept) setDraft(null);
  const drawn = isKept ? draft.view : given;
  const latest = useRef({ drawn, text, onViewChange, sent: '' });
  useLayoutEffect(() => {
    Object.assign(latest.current, { drawn, text, onViewChange });
  });
  const callOff = useRef<() => void>(undefined);
  useEffect(() => () => callOff.current?.(), []);
  const change = useCallback<ChangeView>((next) => {
    const now = latest.current;
    // Without what else of the chart the address holds.
    const { zoom, ruler } = { ...now.drawn, ...next };
    const moved = { zoom, ruler };
    // Steps that come before the next render build on this one.
    now.drawn = moved;
    setDraft({ view: moved, from: now.text, sent: now.sent });
    if (now.onViewChange === undefined) return;
    callOff.current?.();
    callOff.current = whenRested(() => {
      now.sent = textOf(moved);
      now.onViewChange?.(moved);
    }, SETTLED_MS);
  }, []);
  return [drawn, change];
}
