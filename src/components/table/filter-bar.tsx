import { X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import type { DataColumn } from './data-columns.tsx';
import { FilterForm } from './filter-form.tsx';
import type { TableFilter } from './filter-param.ts';
import { filterText, usableFilters } from './table-filters.ts';

interface FilterBarProps<Row> {
  columns: readonly DataColumn<Row>[];
  /** Loaded rows, whose values are offered. */
  rows: readonly Row[];
  /** Whether there are more, which the data API filters. */
  isPart: boolean;
  filters: readonly TableFilter[];
  isAdding: boolean;
  onAddingChange: (isAdding: boolean) => void;
  onChange: (filters: readonly TableFilter[]) => void;
  /** What had the focus is gone. */
  onDone: () => void;
}

/** The filters of a table as chips: a press changes one, its cross removes it; and a line to add one. */
export function FilterBar<Row>(props: FilterBarProps<Row>) {
  const { columns, rows, isPart, filters, isAdding, onAddingChange, onChange, onDone } = props;
  const [edited, setEdited] = useState<TableFilter | null>(null);
  const usable = usableFilters(filters, columns);
  if (usable.length === 0 && !isAdding) return null;
  const close = () => {
    setEdited(null);
    onAddingChange(false);
    onDone();
  };
  const change = (next: readonly TableFilter[]) => {
    onChange(next);
    close();
  };
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1.5 border-b border-line px-3 py-0.5 pointer-coarse:min-h-11">
      {usable.map((filter) => {
        const text = filterText(filter, columns);
        if (filter === edited)
          return (
            <FilterForm
              key={text}
              columns={columns}
              rows={rows}
              isPart={isPart}
              start={filter}
              onSubmit={(next) => change(filters.map((one) => (one === filter ? next : one)))}
              onCancel={close}
            />
          );
        return (
          <span
            key={`${filter.column} ${filter.op} ${filter.value}`}
            className="inline-flex min-h-6 max-w-full items-center rounded border border-accent bg-accent-soft text-xs text-accent pointer-coarse:min-h-9"
          >
            <button
              type="button"
              aria-label={`Change the filter ${text}`}
              title={text}
              onClick={() => {
                onAddingChange(false);
                setEdited(filter);
              }}
              className="max-w-96 min-w-0 self-stretch truncate pl-2 hover:underline"
            >
              {text}
            </button>
            <button
              type="button"
              aria-label={`Remove the filter ${text}`}
              onClick={() => {
                onChange(filters.filter((one) => one !== filter));
                onDone();
              }}
              className="inline-grid size-6 shrink-0 place-items-center pointer-coarse:size-9"
            >
              <X aria-hidden className="size-3" />
            </button>
          </span>
        );
      })}
      {usable.length > 1 && (
        <Button variant="quiet" onClick={() => change([])}>
          Clear the filters
        </Button>
      )}
      {isAdding && (
        <FilterForm
          columns={columns}
          rows={rows}
          isPart={isPart}
          start={null}
          onSubmit={(filter) => change([...filters, filter])}
          onCancel={close}
        />
      )}
    </div>
  );
}

interface NoRowPassesProps {
  /** How many filters there are. */
  count: number;
  onClear: () => void;
}

/** In place of rows. */
export function NoRowPasses({ count, onClear }: NoRowPassesProps) {
  return (
    <EmptyState
      title="No row passes the filters"
      actions={<Button onClick={onClear}>Clear the filters</Button>}
    >
      {count === 1 ? 'The filter stands' : 'The filters stand'} above the table and in the address.
    </EmptyState>
  );
}
