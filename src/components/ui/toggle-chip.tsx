import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { grouped } from '#lib/grouped.ts';

interface ToggleChipProps {
  pressed: boolean;
  onPressedChange: (pressed: boolean) => void;
  children: ReactNode;
  /** How many rows it stands for. */
  count?: number;
  title?: string;
}

/** One filter or switch of a filter bar: on or off. */
export function ToggleChip({ pressed, onPressedChange, children, count, title }: ToggleChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      title={title}
      onClick={() => onPressedChange(!pressed)}
      className={clsx(
        'inline-flex min-h-6 items-center gap-1 rounded border px-2 text-xs whitespace-nowrap pointer-coarse:min-h-9',
        pressed
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line bg-surface text-ink-2 hover:bg-raised hover:text-ink',
      )}
    >
      {children}
      {count !== undefined && <b className="font-medium">{grouped(count)}</b>}
    </button>
  );
}
