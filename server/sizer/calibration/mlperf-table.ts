import { grouped } from '#lib/grouped.ts';
import { errorPercent, medianError, MLPERF_BENCHMARKS, type MlperfComparison } from './mlperf.ts';

const whole = (value: number) => grouped(Math.round(value));
const signed = (value: number) => `${value >= 0 ? '+' : '−'}${Math.abs(value).toFixed(0)} %`;

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function comparisonRow(one: MlperfComparison): string {
  const { entry, prediction, role } = one;
  const error = errorPercent(one);
  const split = prediction === null ? '—' : splitOf(prediction.parallelism);
  return row([
    entry.gpu.gpu_display_name,
    entry.model.model_name,
    entry.scenario,
    entry.precision,
    whole(entry.measured),
    String(entry.results),
    prediction === null ? '—' : whole(prediction.tokensPerSecPerGpu),
    error === null ? '—' : signed(error),
    split,
    prediction === null ? '—' : whole(prediction.concurrency),
    role,
  ]);
}

function splitOf({ tp, dp, ep }: { tp: number; dp: number; ep: number }): string {
  return [`TP ${tp}`, ...(dp > 1 ? [`DP ${dp}`] : []), ...(ep > 1 ? [`EP ${ep}`] : [])].join(', ');
}

/** Benchmarks with what they send and where it is known from, the medians of the errors, and every case. Markdown. */
export function mlperfMarkdown(comparisons: readonly MlperfComparison[]): string {
  const oslOf = (modelCode: string) =>
    comparisons.find(({ entry }) => entry.model.model_code === modelCode)?.entry.osl;
  const benchmarks = MLPERF_BENCHMARKS.flatMap(({ modelCode, isl, islSource, limits }) => {
    const osl = oslOf(modelCode);
    if (osl === undefined) return [];
    const limit = (scenario: 'Server' | 'Interactive') => {
      const within = limits[scenario];
      return within === null ? '—' : `${whole(within.ttftMs)} / ${whole(within.tpotMs)} ms`;
    };
    return [row([modelCode, whole(isl), islSource, whole(osl), limit('Server'), limit('Interactive')])];
  });
  const groups: readonly (readonly [string, (one: MlperfComparison) => boolean])[] = [
    ['Accelerators without a training point, held out', ({ role }) => role === 'held out'],
    ['… of them AMD', ({ role, entry }) => role === 'held out' && entry.gpu.vendor === 'amd'],
    ['… of them NVIDIA', ({ role, entry }) => role === 'held out' && entry.gpu.vendor === 'nvidia'],
    ['GPUs of the training file (no MLPerf figure is trained on)', ({ role }) => role === 'trained'],
    [
      '… without DeepSeek-R1',
      ({ role, entry }) => role === 'trained' && entry.model.model_code !== 'deepseek-r1',
    ],
  ];
  const errors = groups.flatMap(([name, belongs]) => {
    const { median, predicted, cases } = medianError(comparisons.filter(belongs));
    return cases === 0 ? [] : [row([name, String(cases), String(predicted), `${median.toFixed(1)} %`])];
  });
  return [
    row([
      'Benchmark',
      'Mean input tokens',
      'Source of the input length',
      'Mean output tokens (tokens over samples of the results)',
      'Server: TTFT / TPOT p99',
      'Interactive: TTFT / TPOT p99',
    ]),
    row(['---', '---:', '---', '---:', '---', '---']),
    ...benchmarks,
    '',
    row(['Group', 'Cases', 'Predicted', 'Median error']),
    row(['---', '---:', '---:', '---:']),
    ...errors,
    '',
    row([
      'Accelerator',
      'Model',
      'Scenario',
      'Precision',
      'Measured tokens/s/GPU (median)',
      'Results',
      'Predicted',
      'Error',
      'Split',
      'Requests a replica',
      'Role',
    ]),
    row(['---', '---', '---', '---', '---:', '---:', '---:', '---:', '---', '---:', '---']),
    ...comparisons.map(comparisonRow),
    '',
  ].join('\n');
}
