import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/ui/popover.tsx';
import type { DataColumn } from './data-columns.tsx';
import { varyingColumns } from './table-view.ts';

interface ColumnMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Ids of the shown columns in order; none for the usual ones. */
  onChange: (cols: string[]) => void;
}

/** Which columns are shown and in which order. Opens at once: its module is loaded by the press that asks for it. */
export function ColumnMenu<Row>({ columns, shown, rows, onChange }: ColumnMenuProps<Row>) {
  const [open, setOpen] = useState(true);
  const ids = shown.map((column) => column.id);
  const hidden = columns.filter((column) => !ids.includes(column.id));
  const move = (id: string, by: number) => {
    const next = ids.filter((one) => one !== id);
    next.splice(ids.indexOf(id) + by, 0, id);
    onChange(next);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="quiet">
          <Columns3 aria-hidden />
          Columns
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72" aria-label="Columns">
        <div className="mb-2 flex flex-wrap gap-1.5">
          <Button onClick={() => onChange([])}>Usual</Button>
          <Button onClick={() => onChange(columns.map((column) => column.id))}>All</Button>
          <Button onClick={() => onChange(varyingColumns(columns, rows).map((column) => column.id))}>
            Only that differ
          </Button>
        </div>
        <ul>
          {[...shown, ...hidden].map((column) => {
            const place = ids.indexOf(column.id);
            return (
              <li key={column.id} className="flex min-h-7 items-center gap-2">
                <label className="flex min-w-0 flex-1 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={place >= 0}
                    disabled={place >= 0 && ids.length === 1}
                    onChange={() =>
                      onChange(place >= 0 ? ids.filter((id) => id !== column.id) : [...ids, column.id])
                    }
                  />
                  <span className="truncate">{column.header}</span>
                </label>
                {place >= 0 && (
                  <>
                    <IconButton
                      label={`Move ${column.header} left`}
                      disabled={place === 0}
                      onClick={() => move(column.id, -1)}
                    >
                      <ArrowUp aria-hidden />
                    </IconButton>
                    <IconButton
                      label={`Move ${column.header} right`}
                      disabled={place === ids.length - 1}
                      onClick={() => move(column.id, 1)}
                    >
                      <ArrowDown aria-hidden />
                    </IconButton>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
