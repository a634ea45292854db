import type { EvaluatedProfile, Recommendation, SensitivityPoint } from '#contract/sizer/solve-response.ts';
import type { ChartAxis, ChartPoint, ChartSpec } from '#lib/charts/chart-spec.ts';
import { seriesStyles } from '#lib/charts/series-style.ts';
import { grouped } from '#lib/grouped.ts';
import { metricAxis } from '#src/components/chart/metric-axis.ts';
import { featureWords } from './answer-format.ts';

/** The inputs that the sensitivity points of a row vary, in their order. */
export function variedInputs(points: readonly SensitivityPoint[]): string[] {
  return [...new Set(points.map(({ input }) => input))];
}

const UNITS: Record<string, string> = {
  conc: 'in flight',
  isl: 'tokens',
  osl: 'tokens',
  growth_pct: '% a year',
  target_tokens_per_sec: 'tokens/s',
};

function xAxis(input: string, values: readonly number[]): ChartAxis {
  const unit = UNITS[input] ?? '';
  const label = unit === '' ? featureWords(input) : `${featureWords(input)} (${unit})`;
  const isWide = values.every((value) => value > 0) && Math.max(...values) / Math.min(...values) > 20;
  return {
    key: `input ${input}`,
    label,
    unit,
    scale: isWide ? 'log10' : 'linear',
    integer: input === 'year',
  };
}

const Y_AXES: { axis: ChartAxis; of: (point: SensitivityPoint) => number | null }[] = [
  { axis: metricAxis('gpu_count', 'linear'), of: (point) => point.gpus_needed },
  { axis: metricAxis('e2e_p99_ms', 'linear'), of: (point) => point.expected_p99_e2e_ms },
  {
    axis: { key: 'capex_usd', label: 'Capex (USD)', unit: 'USD', scale: 'linear', better: 'lower' },
    of: (point) => point.capex_usd,
  },
];

/** The answer itself as a point of the line: what the steps are steps from. Null where the profile has no such value. */
function askedPoint(
  row: Recommendation,
  input: string,
  profile: EvaluatedProfile | null,
): SensitivityPoint | null {
  const value = input === 'conc' || input === 'isl' || input === 'osl' ? profile?.[input] : undefined;
  if (value === undefined) return null;
  return {
    input,
    value,
    gpus_needed: row.gpus_needed,
    nodes_needed: row.nodes_needed,
    expected_tps_total: row.expected_tps_total,
    expected_p99_e2e_ms: row.expected_p99_e2e_ms,
    capex_usd: row.capex_usd,
    viable: true,
  };
}

/**
 * GPUs, p99 end to end and capex over one input: small multiples that share x. A point that nothing of this kind
 * carries has no value and says so; a figure that is null everywhere has no panel.
 */
export function toSensitivityPanels(
  row: Recommendation,
  input: string,
  profile: EvaluatedProfile | null = null,
): ChartSpec[] {
  const asked = askedPoint(row, input, profile);
  const points = row.sensitivity_points
    .filter((point) => point.input === input && point.value !== asked?.value)
    .concat(asked ?? [])
    .sort((one, other) => one.value - other.value);
  if (!row.sensitivity_points.some((point) => point.input === input)) return [];
  const identity = { id: row.candidate_id, vendor: row.vendor };
  const style = seriesStyles([identity]).get(identity.id);
  if (style === undefined) return [];
  const x = xAxis(
    input,
    points.map(({ value }) => value),
  );
  const name = `${row.gpu_display_name}, ${row.precision}`;
  return Y_AXES.flatMap(({ axis, of }): ChartSpec[] => {
    if (points.every((point) => of(point) === null)) return [];
    const marks = points.map((point): ChartPoint => ({
      x: point.value,
      y: of(point),
      label: `${featureWords(input).toLowerCase()} ${grouped(point.value)}`,
      ...(point.viable ? {} : { note: 'not viable' }),
    }));
    return [
      {
        title: `${axis.label} over ${x.label}`,
        kind: 'line',
        x,
        y: axis,
        series: [{ ...identity, name, style, points: marks }],
        ...(asked !== null && {
          references: [{ axis: 'x' as const, value: asked.value, label: 'as asked' }],
        }),
      },
    ];
  });
}
