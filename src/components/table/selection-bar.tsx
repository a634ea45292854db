import type { ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import type { ExportKind } from './use-table-export.ts';

interface SelectionBarProps {
  count: number;
  /** How many of the selected rows the view does not hold; null where that is not known. */
  hidden: number | null;
  /** What the page does with them. */
  actions: ReactNode;
  busy: ExportKind | null;
  onExport: (kind: ExportKind) => void;
  onClear: () => void;
}

/** What can be done with the selected rows. */
export function SelectionBar({ count, hidden, actions, busy, onExport, onClear }: SelectionBarProps) {
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-accent-soft px-3 py-0.5"
    >
      <span role="status" className="text-xs font-medium text-ink">
        {count.toLocaleString('en-US')} selected
        {hidden !== null && hidden > 0 && (
          <span className="font-normal text-ink-2"> ({hidden.toLocaleString('en-US')} filtered away)</span>
        )}
      </span>
      {actions}
      {(['csv', 'xlsx'] as const).map((kind) => (
        <Button
          key={kind}
          variant="quiet"
          busy={busy === kind}
          disabled={busy !== null && busy !== kind}
          onClick={() => onExport(kind)}
        >
          Export {kind.toUpperCase()}
        </Button>
      ))}
      <Button variant="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </div>
  );
}
