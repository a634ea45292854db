import { clsx } from 'clsx';

interface CompactSelectProps<T extends string> {
  /** Its name for screen readers; what it chooses is seen from its value. */
  label: string;
  value: T | null;
  options: readonly { value: T; label: string }[];
  onValueChange: (value: T) => void;
  className?: string;
}

/** One of a few, in a toolbar or a chart's header: the browser's own list, which costs nothing to load. */
export function CompactSelect<T extends string>({
  label,
  value,
  options,
  onValueChange,
  className,
}: CompactSelectProps<T>) {
  return (
    <select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onValueChange(event.target.value as T)}
      className={clsx(
        'min-h-6 max-w-full rounded border border-line-strong bg-surface px-1 text-xs text-ink pointer-coarse:min-h-9',
        className,
      )}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
