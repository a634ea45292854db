import type { ChartSpec } from '#lib/charts/chart-spec.ts';
import type { CursorStore } from './chart-cursor.ts';
import { SeriesSwatch } from './series-swatch.tsx';

interface ChartLegendProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly store: CursorStore;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** Series as toggle buttons; pointing at one fades the others. Hiding changes no other series' number. */
export function ChartLegend({ panels, hidden, store, onChange }: ChartLegendProps) {
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
  const hiddenCount = entries.filter(({ series }) => hidden.has(series.id)).length;
  return (
    <div
      role="group"
      aria-label="Series shown"
      className="flex max-h-33 flex-wrap gap-x-1 overflow-y-auto px-2 pb-1"
    >
      {entries.map(({ spec, series }) => {
        const isHidden = hidden.has(series.id);
        return (
          <button
            key={series.id}
            type="button"
            aria-pressed={!isHidden}
            className={`flex min-h-6 items-center gap-1.5 rounded px-1 text-left text-xs hover:bg-raised ${isHidden ? 'text-ink-3 line-through' : 'text-ink-2'}`}
            onClick={() => toggle(series.id)}
            onPointerEnter={() => emphasise(isHidden ? null : series.id)}
            onPointerLeave={() => emphasise(null)}
          >
            <span className={isHidden ? 'opacity-30' : ''}>
              <SeriesSwatch spec={spec} style={series.style} />
            </span>
            {series.name}
          </button>
        );
      })}
      {hiddenCount > 0 && (
        <button
          type="button"
          className="min-h-6 rounded px-1 text-xs text-accent underline"
          onClick={() => onChange(new Set())}
        >
          Show all, {hiddenCount} hidden
        </button>
      )}
    </div>
  );
}
