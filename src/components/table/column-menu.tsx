import { ArrowDown, ArrowUp, ChevronsLeftRight, ChevronsRightLeft, Pin } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#src/components/ui/popover.tsx';
import type { DataColumn } from './data-columns.tsx';
import { readPart } from './read-part.ts';
import type { TableView } from './table-params.ts';
import { varyingColumns } from './varying-columns.ts';

interface ColumnMenuProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  view: TableView;
  loadedRows: () => readonly Row[];
  /** Rows that there are, loaded or not. */
  count: number;
  onViewChange: (change: Partial<TableView>) => void;
  onNudge?: (id: string, px: number) => void;
  /** One element: the button that opens it, or what stands at its place. */
  trigger: ReactNode;
  /** Takes the focus when it closes; else the trigger has it. */
  onClosed?: () => void;
}

/** How far one press moves the edge of a column, in px. */
const NUDGE_PX = 32;

/** Which columns are shown, in which order, how wide, and which stay at the left edge. Opens at once: its module is loaded by the press that asks for it. */
export function ColumnMenu<Row>(props: ColumnMenuProps<Row>) {
  const { columns, shown, view, loadedRows, onViewChange, onNudge, trigger, onClosed } = props;
  const [open, setOpen] = useState(true);
  const onChange = (cols: string[]) => onViewChange({ cols });
  const { pins } = view;
  const ids = shown.map((column) => column.id);
  const hidden = columns.filter((column) => !ids.includes(column.id));
  const loaded = loadedRows();
  const move = (id: string, by: number) => {
    const next = ids.filter((one) => one !== id);
    next.splice(ids.indexOf(id) + by, 0, id);
    onChange(next);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent
        align="end"
        className="w-88 max-w-[calc(100vw-16px)]"
        aria-label="Columns"
        {...(onClosed !== undefined && {
          onCloseAutoFocus: (event: Event) => {
            event.preventDefault();
            onClosed();
          },
        })}
      >
        <div className="mb-2 flex flex-wrap gap-1.5">
          <Button
            title="The usual columns, order and widths, none pinned"
            onClick={() =>
              onViewChange({
                cols: [],
                ...(view.widths !== undefined && { widths: {} }),
                ...(pins !== undefined && { pins: [] }),
              })
            }
          >
            Reset
          </Button>
          <Button onClick={() => onChange(columns.map((column) => column.id))}>All</Button>
          <Button onClick={() => onChange(varyingColumns(columns, loaded).map((column) => column.id))}>
            Only that differ
            {readPart(loaded.length, props.count)}
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
                  <span className="flex">
                    {pins !== undefined && (
                      <IconButton
                        label={`Pin ${column.header}`}
                        aria-pressed={pins.includes(column.id)}
                        className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
                        onClick={() =>
                          onViewChange({
                            pins: pins.includes(column.id)
                              ? pins.filter((id) => id !== column.id)
                              : [...pins, column.id],
                          })
                        }
                      >
                        <Pin aria-hidden />
                      </IconButton>
                    )}
                    {onNudge !== undefined && (
                      <>
                        <IconButton
                          label={`Make ${column.header} narrower`}
                          onClick={() => onNudge(column.id, -NUDGE_PX)}
                        >
                          <ChevronsRightLeft aria-hidden />
                        </IconButton>
                        <IconButton
                          label={`Make ${column.header} wider`}
                          onClick={() => onNudge(column.id, NUDGE_PX)}
                        >
                          <ChevronsLeftRight aria-hidden />
                        </IconButton>
                      </>
                    )}
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
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
