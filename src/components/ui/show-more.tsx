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

/** Under a list that begins with a few: more of them in its place. Nothing where all are shown. */
export function ShowMore({ what, shown, total, isBusy, onMore }: ShowMoreProps) {
  const more = Math.min(STEP, Math.min(total, MOST) - shown);
  if (more <= 0) return null;
  return (
    <div className="border-t border-line px-1.5 py-1">
      <Button variant="quiet" busy={isBusy} onClick={() => onMore(shown + more)}>
        Show {counted(more, `more ${what}`)}
      </Button>
    </div>
  );
}
