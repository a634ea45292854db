import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { counted } from './counted.ts';

const STEP = 100;
/** The server answers no more rows at once. */
const MOST = 1000;

interface ShowMoreProps {
  /** What is listed, one of it: "failed job". */
  what: string;
  shown: number;
  total: number;
  isBusy: boolean;
  /** Told how many to show from then on. */
  onMore: (most: number) => void;
}

/**
 * Under a list that begins with a few: more of them in its place. Nothing where all are shown; the focus of the button that was pressed for the last
 * goes to the first of them.
 */
export function ShowMore({ what, shown, total, isBusy, onMore }: ShowMoreProps) {
  const more = Math.min(STEP, Math.min(total, MOST) - shown);
  /** What stood last above the button when it was pressed. */
  const above = useRef<HTMLElement>(undefined);
  const isDone = more <= 0;
  useEffect(() => {
    if (isDone && above.current?.isConnected === true && document.activeElement === document.body)
      besideOf(above.current, 1)?.focus();
  }, [isDone]);
  if (isDone) return null;
  return (
    <div className="border-t border-line px-1.5 py-1">
      <Button
        variant="quiet"
        busy={isBusy}
        onClick={({ currentTarget }) => {
          above.current = besideOf(currentTarget, -1);
          onMore(shown + more);
        }}
      >
        Show {counted(more, `more ${what}`)}
      </Button>
    </div>
  );
}

/** What can be focused before (−1) or after (1) an element of the page. */
function besideOf(element: HTMLElement, by: -1 | 1): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button')];
  return all[all.indexOf(element) + by];
}
