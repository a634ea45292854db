import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ChartView } from './chart-params.ts';

const START: ChartView = { zoom: [], ruler: null };
/** A gesture is over when nothing has moved for this long; then the address follows. Browsers limit how often it may change. */
const SETTLED_MS = 250;

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
  const [draft, setDraft] = useState<{ readonly view: ChartView; readonly from: string } | null>(null);
  // The address has moved since: followed the gesture, or went elsewhere.
  if (draft !== null && draft.from !== text) setDraft(null);
  const drawn = draft !== null && draft.from === text ? draft.view : given;
  const latest = useRef({ drawn, text, onViewChange });
  useLayoutEffect(() => {
    latest.current = { drawn, text, onViewChange };
  });
  const pending = useRef<{ change: Partial<ChartView>; timer: ReturnType<typeof setTimeout> } | null>(null);
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  const change = useCallback<ChangeView>((next) => {
    const now = latest.current;
    const moved = { ...now.drawn, ...next };
    // Steps that come before the next render build on this one.
    latest.current = { ...now, drawn: moved };
    setDraft({ view: moved, from: now.text });
    if (now.onViewChange === undefined) return;
    clearTimeout(pending.current?.timer);
    const whole = { ...pending.current?.change, ...next };
    const timer = setTimeout(() => {
      pending.current = null;
      latest.current.onViewChange?.(whole);
    }, SETTLED_MS);
    pending.current = { change: whole, timer };
  }, []);
  return [drawn, change];
}
