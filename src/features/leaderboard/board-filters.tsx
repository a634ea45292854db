import { METRICS } from '#contract/metrics.ts';
import { LimitInput } from '#src/components/results/limit-input.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { NORMALISED } from './board-measures.ts';
import { MEASURES, STATISTICS, type Measure, type Statistic } from './measures.ts';

interface BoardView {
  readonly by: Measure;
  readonly stat: Statistic;
  readonly ttft: number | null;
  readonly tpot: number | null;
  readonly e2e: number | null;
  readonly user: number | null;
  readonly since: string;
}

interface BoardFiltersProps {
  view: BoardView;
  nowMs: number;
  hasLimits: boolean;
  onChange: (change: Partial<BoardView> & { sort?: null }) => void;
}

/** By what the board is ranked, over what its throughput is divided, under which limits, and since when it is looked at. */
export function BoardFilters({ view, nowMs, hasLimits, onChange }: BoardFiltersProps) {
  const { by, stat, ttft, tpot, e2e, user, since } = view;
  const rank = (measure: Measure) => onChange({ by: measure, sort: null });
  return (
    <>
      <CompactSelect
        label="Ranked by"
        value={by}
        options={MEASURES.map((measure) => ({ value: measure, label: `by ${METRICS[measure].short}` }))}
        onValueChange={rank}
      />
      <span role="group" aria-label="Throughput per" className="inline-flex items-center gap-1">
        <span aria-hidden className="text-xs text-ink-3">
          output per
        </span>
        <span className="inline-flex overflow-hidden rounded border border-line-strong">
          {NORMALISED.map(([measure, word]) => (
            <button
              key={measure}
              type="button"
              aria-pressed={by === measure}
              title={METRICS[measure].label}
              onClick={() => rank(measure)}
              className={`min-h-6 min-w-6 border-l border-line px-1.5 text-xs first:border-l-0 pointer-coarse:min-h-9 ${
                by === measure
                  ? 'bg-accent-soft text-accent'
                  : 'bg-surface text-ink-2 hover:bg-raised hover:text-ink'
              }`}
            >
              {word}
            </button>
          ))}
        </span>
      </span>
      <span className="mx-1 hidden h-4 border-l border-line sm:inline-block" aria-hidden />
      <CompactSelect
        label="Statistic of the limits"
        value={stat}
        options={STATISTICS.map((value) => ({ value, label: value }))}
        onValueChange={(value) => onChange({ stat: value })}
      />
      <LimitInput label="TTFT ≤" unit="ms" value={ttft} onChange={(value) => onChange({ ttft: value })} />
      <LimitInput label="TPOT ≤" unit="ms" value={tpot} onChange={(value) => onChange({ tpot: value })} />
      <LimitInput label="E2E ≤" unit="ms" value={e2e} onChange={(value) => onChange({ e2e: value })} />
      <LimitInput
        label="per user ≥"
        unit="tok/s"
        value={user}
        onChange={(value) => onChange({ user: value })}
      />
      {hasLimits && (
        <Button variant="quiet" onClick={() => onChange({ ttft: null, tpot: null, e2e: null, user: null })}>
          Clear the limits
        </Button>
      )}
      <label className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-ink-3">
        moved since (UTC)
        <input
          type="date"
          value={since}
          max={new Date(nowMs).toISOString().slice(0, 10)}
          onChange={(event) => onChange({ since: event.target.value })}
          className="min-h-6 rounded border border-line-strong bg-surface px-1 text-xs text-ink pointer-coarse:min-h-9"
        />
      </label>
      {since !== '' && (
        <Button variant="quiet" onClick={() => onChange({ since: '' })}>
          Clear the day
        </Button>
      )}
    </>
  );
}
