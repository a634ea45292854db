import { useState, type ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';

/** The first of many rows, and the way to all of them. */
export function useFirst<Row>(
  rows: readonly Row[],
  count: number,
): { shown: readonly Row[]; more: ReactNode } {
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, count);
  const more =
    rows.length <= count ? null : (
      <div className="border-t border-line px-1 py-1">
        <Button variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? `Show the first ${count}` : `Show all ${rows.length}`}
        </Button>
      </div>
    );
  return { shown, more };
}
