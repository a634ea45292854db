import { useId, useMemo } from 'react';
import { visibleSeries, type ChartSpec } from '#lib/charts/chart-spec.ts';
import {
  formatRatio,
  isMeasurable,
  readRuler,
  rulerRange,
  seriesToken,
  type Ruler,
  type RulerReading,
} from '#lib/charts/ruler.ts';
import { formatAxisValue } from './metric-axis.ts';
import { SeriesSwatch } from './series-swatch.tsx';

interface RulerReadoutProps {
  readonly panels: readonly ChartSpec[];
  readonly hidden: ReadonlySet<string>;
  readonly ruler: Ruler;
  readonly onChange: (ruler: Ruler | null) => void;
}

/** What the curves read at the ruler, as a table: the value of each panel, its ratio to the baseline, and how it was come by. */
export function RulerReadout({ panels, hidden, ruler, onChange }: RulerReadoutProps) {
  const group = useId();
  const read = useMemo(
    () =>
      panels
        .filter(isMeasurable)
        .map((spec) => ({ spec, readings: readRuler(visibleSeries(spec, hidden), ruler) })),
    [panels, hidden, ruler],
  );
  const [first] = read;
  if (first === undefined) return null;
  const range = rulerRange(visibleSeries(first.spec, hidden));
  return (
    <div className="mx-3 mb-2 max-h-64 overflow-auto border-t border-line pt-1.5 text-xs">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-2">
        <label className="flex items-center gap-1.5">
          Ruler at {first.spec.x.label}
          <input
            key={ruler.at}
            type="number"
            step="any"
            min={range?.[0]}
            max={range?.[1]}
            defaultValue={ruler.at}
            className="h-6 w-32 rounded border border-line-strong bg-surface px-1.5 text-right"
            onBlur={({ target }) => put(target.valueAsNumber)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') put(event.currentTarget.valueAsNumber);
            }}
          />
        </label>
        <span className="text-ink-3">
          between measured points in proportion, which a log axis bends; never beyond them
        </span>
        <button
          type="button"
          className="ml-auto min-h-6 rounded px-1.5 text-ink-2 hover:bg-raised hover:text-ink"
          onClick={() => onChange(null)}
        >
          Close ruler
        </button>
      </div>
      <table className="mt-1 border-collapse" aria-label="Values at the ruler">
        <thead>
          <tr className="text-ink-3">
            <th scope="col" className="pr-3 text-left font-normal">
              Baseline
            </th>
            {read.map(({ spec }) => (
              <th key={spec.y.key} scope="col" colSpan={2} className="px-3 text-right font-normal">
                {spec.y.label}
              </th>
            ))}
            <th scope="col" className="px-3 text-left font-normal">
              Reading
            </th>
          </tr>
        </thead>
        <tbody>
          {first.readings.map(({ series, isBase, y }, index) => (
            <tr key={series.id}>
              <th scope="row" className="pr-3 text-left font-normal">
                <label className="flex min-h-6 items-center gap-1.5">
                  <input
                    type="radio"
                    name={group}
                    className="accent-accent"
                    checked={isBase}
                    disabled={y === null}
                    onChange={() => onChange({ ...ruler, base: seriesToken(series) })}
                  />
                  <SeriesSwatch spec={first.spec} style={series.style} />
                  {series.name}
                </label>
              </th>
              {read.map(({ spec, readings }) => (
                <ReadingCells
                  key={spec.y.key}
                  spec={spec}
                  reading={readings.find((one) => one.series.id === series.id)}
                />
              ))}
              <td className="px-3 text-ink-3">
                {howWords(read.flatMap(({ readings }) => readings[index] ?? []))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );

  function put(value: number): void {
    if (range === null || !Number.isFinite(value)) return;
    const at = Math.min(range[1], Math.max(range[0], value));
    if (at !== ruler.at) onChange({ ...ruler, at });
  }
}

/** Value and ratio of one curve in one panel. */
function ReadingCells({
  spec,
  reading,
}: {
  readonly spec: ChartSpec;
  readonly reading: RulerReading | undefined;
}) {
  return (
    <>
      <td className="pl-3 text-right whitespace-nowrap">{formatAxisValue(spec.y, reading?.y ?? null)}</td>
      <td className="w-16 pl-2 text-right font-semibold">
        {reading?.ratio == null ? '' : formatRatio(reading.ratio)}
      </td>
    </>
  );
}

function howWords(readings: readonly RulerReading[]): string {
  const read = readings.filter(({ y }) => y !== null);
  if (read.length === 0) return 'no data at this x';
  return read.every(({ isMeasured }) => isMeasured) ? 'measured' : 'interpolated';
}
