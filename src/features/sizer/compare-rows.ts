import { formatMetric, METRICS } from '#contract/metrics.ts';
import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { figures } from '#lib/decimal-text.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import {
  FIGURES,
  figureOf,
  formatGb,
  formatKw,
  formatUsd,
  intervalText,
  makeUpText,
} from './answer-format.ts';

export interface CompareRow {
  label: string;
  left: string;
  right: string;
  /** "+12 %", of right against left; empty where it is no number or one side has none. */
  difference: string;
  /** Which side is better; intervals that overlap are no difference. */
  better: 'left' | 'right' | null;
}

interface Numbers {
  label: string;
  of: (row: Recommendation) => number | null;
  say: (value: number | null) => string;
  isHigherBetter: boolean | null;
  interval?: (row: Recommendation) => { low: number; high: number } | undefined;
}

const money = (label: string, of: Numbers['of']): Numbers => ({
  label,
  of,
  say: formatUsd,
  isHigherBetter: false,
});

const NUMBERS: readonly Numbers[] = [
  {
    label: 'GPUs',
    of: (row) => row.gpus_needed,
    say: (value) => formatMetric('gpu_count', value),
    isHigherBetter: false,
  },
  {
    label: 'Nodes',
    of: (row) => row.nodes_needed,
    say: (value) => formatMetric('gpu_count', value),
    isHigherBetter: false,
  },
  ...FIGURES.map((figure): Numbers => {
    const metric = METRICS[figure.metric];
    return {
      label: `${metric.label} (${metric.unit})`,
      of: (row) => figureOf(row, figure),
      say: (value) => formatMetric(figure.metric, value),
      isHigherBetter: metric.better === 'none' ? null : metric.better === 'higher',
      interval: (row) => row.intervals[figure.key],
    };
  }),
  { label: 'Headroom per GPU (GB)', of: (row) => row.vram_headroom_gb, say: formatGb, isHigherBetter: true },
  money('Capex (USD)', (row) => row.capex_usd),
  money('Opex a year (USD)', (row) => row.opex_annual_usd),
  money('TCO (USD)', (row) => row.tco_usd),
  money('Per million output tokens (USD)', (row) => row.usd_per_million_tokens),
  { label: 'Power (kW)', of: (row) => row.power_w, say: formatKw, isHigherBetter: false },
];

/** Two recommendations side by side, figure by figure; what is equal on both stays, as a comparison must be whole. */
export function compareRows(left: Recommendation, right: Recommendation): CompareRow[] {
  const words = (label: string, of: (row: Recommendation) => string): CompareRow => ({
    label,
    left: of(left),
    right: of(right),
    difference: '',
    better: null,
  });
  return [
    words('Hardware', (row) => `${row.gpus_needed} × ${row.gpu_display_name}`),
    words('Model', (row) => row.model_name),
    words('Made up of', makeUpText),
    words('Served by', (row) => `${row.framework}, ${row.precision}`),
    ...NUMBERS.map((line) => numberRow(line, left, right)),
    words('Confidence', (row) => row.confidence.replace('_', ' ')),
    words('What binds first', (row) => row.binding_constraint.message),
  ];
}

function numberRow(line: Numbers, left: Recommendation, right: Recommendation): CompareRow {
  const [one, other] = [line.of(left), line.of(right)];
  const say = (row: Recommendation, value: number | null) => {
    const figure = FIGURES.find(
      (each) => `${METRICS[each.metric].label} (${METRICS[each.metric].unit})` === line.label,
    );
    const interval = figure === undefined ? null : intervalText(row, figure);
    return interval === null ? line.say(value) : `${line.say(value)} (${interval})`;
  };
  return {
    label: line.label,
    left: say(left, one),
    right: say(right, other),
    difference: differenceText(one, other),
    better: betterSide(line, left, right),
  };
}

/** How far `right` is from `left` in percent; "—" where one is missing or nothing can be divided by. */
export function differenceText(left: number | null, right: number | null): string {
  if (left === null || right === null || left === 0) return NO_VALUE;
  const percent = (100 * (right - left)) / Math.abs(left);
  if (Math.abs(percent) < 0.05) return '=';
  const text = figures(Math.abs(percent), 2);
  return `${percent > 0 ? '+' : '−'}${text} %`;
}

function betterSide(line: Numbers, left: Recommendation, right: Recommendation): CompareRow['better'] {
  const [one, other] = [line.of(left), line.of(right)];
  if (one === null || other === null || one === other || line.isHigherBetter === null) return null;
  const [a, b] = [line.interval?.(left), line.interval?.(right)];
  if (a !== undefined && b !== undefined && a.low <= b.high && b.low <= a.high) return null;
  return other > one === line.isHigherBetter ? 'right' : 'left';
}
