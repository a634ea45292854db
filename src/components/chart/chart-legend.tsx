import { memo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import type { CursorStore } from './chart-cursor.ts';
import { SeriesSwatch } from './series-swatch.tsx';

interface ChartLegendProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly store: CursorStore;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** Names listed at first: hidden series beyond are behind a button. */
const FEW = 8;
const LINK = 'min-h-6 rounded px-1 text-xs text-accent underline';

/**
 * Series as toggle buttons; with Alt, or by the key i, one is shown alone, and all again at the second time. Pointing
 * at one, or going to it by keyboard, fades the others. Hiding changes no other series' number. Zooming does not draw
 * it anew.
 */
export const ChartLegend = memo(function ChartLegend({ panels, hidden, store, onChange }: ChartLegendProps) {
  const [isOpen, setIsOpen] = useState(false);
  const entries = [
    ...new Map(
      panels.flatMap((spec) => spec.series.map((series) => [series.id, { spec, series }] as const)),
    ).values(),
  ];
  const emphasise = (id: string | null): void => store.set({ ...store.get(), emphasis: id });
  const toggle = (id: string): void => {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const isolate = (id: string): void => {
    const others = entries.flatMap(({ series }) => (series.id === id ? [] : [series.id]));
    const isAlone = !hidden.has(id) && others.every((other) => hidden.has(other));
    onChange(new Set(isAlone ? [] : others));
  };
  const onClick = (event: MouseEvent, id: string): void => (event.altKey ? isolate(id) : toggle(id));
  const onKeyDown = (event: KeyboardEvent, id: string): void => {
    if (event.key !== 'i' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isolate(id);
  };
  const hiddenCount = entries.filter(({ series }) => hidden.has(series.id)).length;
  const listed = isOpen
    ? entries
    : entries.filter(({ series }, index) => index < FEW || !hidden.has(series.id));
  const more = entries.length - listed.length;
  return (
    <div
      role="group"
      aria-label="Series shown"
      className="flex max-h-33 flex-wrap gap-x-1 overflow-y-auto px-2 pb-1"
    >
      {listed.map(({ spec, series }) => {
        const isHidden = hidden.has(series.id);
        return (
          <button
            key={series.id}
            type="button"
            aria-pressed={!isHidden}
            data-prints={isHidden ? undefined : ''}
            aria-keyshortcuts="i"
            title="Shown or hidden; Alt+click or i: alone"
            className={`flex min-h-6 items-center gap-1.5 rounded px-1 text-left text-xs hover:bg-raised ${isHidden ? 'text-ink-3 line-through' : 'text-ink-2'}`}
            onClick={(event) => onClick(event, series.id)}
            onKeyDown={(event) => onKeyDown(event, series.id)}
            onPointerEnter={() => emphasise(isHidden ? null : series.id)}
            onPointerLeave={() => emphasise(null)}
            onFocus={(event) => {
              if (event.currentTarget.matches(':focus-visible')) emphasise(isHidden ? null : series.id);
            }}
            onBlur={() => emphasise(null)}
          >
            <span className={isHidden ? 'opacity-30' : ''}>
              <SeriesSwatch spec={spec} style={series.style} />
            </span>
            {series.name}
          </button>
        );
      })}
      {(more > 0 || isOpen) && (
        <button type="button" className={LINK} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Fewer names' : `${more} more, hidden`}
        </button>
      )}
      {hiddenCount > 0 && (
        <button type="button" className={LINK} onClick={() => onChange(new Set())}>
          Show all {entries.length}, {hiddenCount} hidden
        </button>
      )}
    </div>
  );
});
