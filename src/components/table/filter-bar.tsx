import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import type { FilterOp, TableFilter } from './filter-param.ts';
import type { DataColumn } from './data-columns.tsx';
import { filterProblem, filterText, needsValue, operatorsOf, usableFilters } from './table-filters.ts';

interface FilterBarProps<Row> {
  columns: readonly DataColumn<Row>[];
  filters: readonly TableFilter[];
  isAdding: boolean;
  onAddingChange: (isAdding: boolean) => void;
  onChange: (filters: readonly TableFilter[]) => void;
}

const selectStyles =
  'min-h-7 max-w-52 rounded border border-line-strong bg-surface px-1 text-xs text-ink pointer-coarse:min-h-9';

/** The filters of a table as chips, and a line to add one. */
export function FilterBar<Row>({
  columns,
  filters,
  isAdding,
  onAddingChange,
  onChange,
}: FilterBarProps<Row>) {
  const usable = usableFilters(filters, columns);
  if (usable.length === 0 && !isAdding) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line px-3 py-1">
      {usable.map((filter) => {
        const text = filterText(filter, columns);
        return (
          <button
            key={`${filter.column} ${filter.op} ${filter.value}`}
            type="button"
            aria-label={`Remove the filter ${text}`}
            onClick={() => onChange(filters.filter((one) => one !== filter))}
            className="inline-flex min-h-6 items-center gap-1 rounded border border-accent bg-accent-soft px-2 text-xs text-accent pointer-coarse:min-h-9"
          >
            {text}
            <X aria-hidden className="size-3" />
          </button>
        );
      })}
      {usable.length > 1 && (
        <Button variant="quiet" onClick={() => onChange([])}>
          Clear the filters
        </Button>
      )}
      {isAdding && (
        <AddFilter
          columns={columns}
          onAdd={(filter) => {
            onChange([...filters, filter]);
            onAddingChange(false);
          }}
          onCancel={() => onAddingChange(false)}
        />
      )}
    </div>
  );
}

interface AddFilterProps<Row> {
  columns: readonly DataColumn<Row>[];
  onAdd: (filter: TableFilter) => void;
  onCancel: () => void;
}

function AddFilter<Row>({ columns, onAdd, onCancel }: AddFilterProps<Row>) {
  const choices = columns.filter(({ isSortable }) => isSortable);
  const [columnId, setColumnId] = useState(choices[0]?.id ?? '');
  const column = choices.find(({ id }) => id === columnId) ?? choices[0];
  const operators = operatorsOf(column?.kind ?? 'text');
  const [wanted, setWanted] = useState<FilterOp | null>(null);
  const op = operators.find((one) => one.op === wanted)?.op ?? operators[0]?.op ?? 'eq';
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  if (column === undefined) return null;
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const filter = { column: column.id, op, value: needsValue(op) ? value.trim() : '' };
        const found = filterProblem(column.kind, filter);
        setProblem(found);
        if (found === null) onAdd(filter);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <select
        aria-label="Column to filter by"
        value={column.id}
        // The person just asked for it.
        autoFocus
        onChange={(event) => setColumnId(event.target.value)}
        className={selectStyles}
      >
        {choices.map((one) => (
          <option key={one.id} value={one.id}>
            {one.header}
          </option>
        ))}
      </select>
      <select
        aria-label="Condition"
        value={op}
        onChange={(event) => setWanted(event.target.value as FilterOp)}
        className={selectStyles}
      >
        {operators.map((one) => (
          <option key={one.op} value={one.op}>
            {one.word}
          </option>
        ))}
      </select>
      {needsValue(op) && (
        <span className="w-36">
          <Input
            aria-label="Value"
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : id}
            placeholder={column.kind === 'time' ? '2026-11-28' : column.kind === 'number' ? '1,000' : 'text'}
            value={value}
            className="min-h-7!"
            onChange={(event) => setValue(event.target.value)}
          />
        </span>
      )}
      <Button type="submit">Add filter</Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
      {problem !== null && (
        <span id={id} role="alert" className="text-xs text-bad">
          {problem}
        </span>
      )}
    </form>
  );
}
