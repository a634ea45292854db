import { useId, useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { DataColumn } from './data-columns.tsx';
import type { ColumnKind, FilterOp, TableFilter } from './filter-param.ts';
import { isHeldAsShown } from './find-rows.ts';
import { offeredValues } from './offered-values.ts';
import { filterProblem, needsValue, operatorsOf } from './table-filters.ts';
import { joinWords, listWords } from './word-list.ts';

interface FilterFormProps<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  /** Whether there are more rows, which the data API filters. */
  isPart: boolean;
  /** The filter that is changed; null for a new one. */
  start: TableFilter | null;
  onSubmit: (filter: TableFilter) => void;
  onCancel: () => void;
}

/** How many values are offered in the list of a field, and as chips. */
const [LISTED, CHIPS] = [200, 12];
const selectStyles =
  'min-h-7 max-w-52 rounded border border-line-strong bg-surface px-1 text-xs text-ink pointer-coarse:min-h-9';

/** One condition: column, operator and value; texts that rows have are offered. */
export function FilterForm<Row>({ columns, rows, isPart, start, onSubmit, onCancel }: FilterFormProps<Row>) {
  // Other rows come while it is open: what is chosen stays a choice.
  const [choices] = useState(() => filterChoices(columns, isPart ? rows : null, start));
  const [columnId, setColumnId] = useState(start?.column ?? choices[0]?.id ?? '');
  const column = choices.find(({ id }) => id === columnId) ?? choices[0];
  const operators = operatorsOf(column?.kind ?? 'text');
  const [wanted, setWanted] = useState<FilterOp | null>(start?.op ?? null);
  const op = operators.find((one) => one.op === wanted)?.op ?? operators[0]?.op ?? 'eq';
  const [value, setValue] = useState(start?.value ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  if (column === undefined) return null;
  const offered = column.kind === 'text' && needsValue(op) ? offeredValues(rows, column, LISTED) : [];
  const words = op === 'in' ? listWords(value) : [];
  return (
    <form
      aria-label={start === null ? 'Add a filter' : 'Change the filter'}
      className="flex max-w-full flex-wrap items-center gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        const filter = { column: column.id, op, value: needsValue(op) ? value.trim() : '' };
        const found = filterProblem(column.kind, filter);
        setProblem(found);
        if (found === null) onSubmit(filter);
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
        <span className={op === 'in' ? 'w-56' : 'w-36'}>
          <Input
            aria-label="Value"
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : id}
            placeholder={placeholderOf(column.kind, op)}
            value={value}
            list={offered.length > 0 && op !== 'in' ? `${id}-values` : undefined}
            className="min-h-7!"
            onChange={(event) => setValue(event.target.value)}
          />
          {offered.length > 0 && op !== 'in' && (
            <datalist id={`${id}-values`}>
              {offered.map((one) => (
                <option key={one.value} value={one.value} />
              ))}
            </datalist>
          )}
        </span>
      )}
      {op === 'in' &&
        offered.slice(0, CHIPS).map((one) => (
          <ToggleChip
            key={one.value}
            count={one.count}
            pressed={words.includes(one.value)}
            onPressedChange={(on) =>
              setValue(joinWords(on ? [...words, one.value] : words.filter((word) => word !== one.value)))
            }
          >
            <span className="max-w-48 truncate">{one.value}</span>
          </ToggleChip>
        ))}
      <Button type="submit">{start === null ? 'Add filter' : 'Change filter'}</Button>
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

/**
 * Columns that can be filtered by. Where the data API filters, `rows` are those at hand: it is not asked of what it holds
 * otherwise than they show it, as no row would pass. The column of `start` stays.
 */
export function filterChoices<Row>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[] | null,
  start: TableFilter | null,
): DataColumn<Row>[] {
  return columns.filter(
    (column) =>
      column.isSortable && (rows === null || column.id === start?.column || isHeldAsShown(column, rows)),
  );
}

function placeholderOf(kind: ColumnKind, op: FilterOp): string {
  if (op === 'last') return '7';
  if (op === 'in') return 'one, another';
  return kind === 'time' ? '2026-11-28' : kind === 'number' ? '1,000' : 'text';
}
