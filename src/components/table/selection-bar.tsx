import { useMemo, type ReactNode } from 'react';
import { grouped } from '#lib/grouped.ts';
import { Button } from '#src/components/ui/button.tsx';
import type { ExportKind } from './most-exported.ts';
import type { PlacedRows } from './placed-rows.ts';

interface SelectionBarProps<Row> {
  selected: ReadonlySet<string>;
  placed: PlacedRows<Row>;
  rowId: (row: Row) => string;
  /** What the page does with them. */
  actions: ReactNode;
  busy: ExportKind | null;
  onExport: (kind: ExportKind) => void;
  onClear: () => void;
}

/** What can be done with the selected rows. */
export function SelectionBar<Row>(props: SelectionBarProps<Row>) {
  const { selected, placed, rowId, actions, busy, onExport, onClear } = props;
  // How many of them the view does not hold; null where that is not known.
  const hidden = useMemo(() => {
    const loaded = placed.loaded();
    if (placed.count !== loaded.length) return null;
    return selected.size - loaded.filter((row) => selected.has(rowId(row))).length;
  }, [selected, placed, rowId]);
  return (
    <div
      role="group"
      aria-label="Selected rows"
      className="flex min-h-9 items-center gap-x-2 overflow-x-auto border-b border-line bg-accent-soft px-3 py-0.5 pointer-coarse:min-h-11"
    >
      <span role="status" className="shrink-0 text-xs font-medium text-ink">
        {grouped(selected.size)} selected
        {hidden !== null && hidden > 0 && (
          <span className="font-normal text-ink-2"> ({grouped(hidden)} filtered away)</span>
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
