import { llama3_1_70b } from '#catalog/ai-models/llama-3.1-70b.ts';
import { h200Sxm } from '#catalog/gpus/h200-sxm.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import type { Recommendation } from '#contract/sizer/solve-response.ts';
import { decimals } from '#lib/decimal-text.ts';
import { markdownTable } from './accuracy-tables.ts';
import type { Artifact } from './calibration/artifact.ts';
import { physicsColumns, TPOT_COLUMNS, TTFT_COLUMNS } from './calibration/columns.ts';
import type { Predictor, Prediction } from './calibration/predictor.ts';
import { limitKey } from './calibration/engine-limits.ts';
import { physicsTimes } from './calibration/trained-core.ts';
import { coreOfArtifact } from './calibration/trained-predictor.ts';
import { cachedShape } from './model/deployment-shape.ts';
import { type MemoryAnswer, memoryOf } from './model/memory.ts';
import { type LatencyPercentiles, latencyPercentiles } from './model/percentiles.ts';
import type { ServingPoint } from './model/serving-point.ts';
import { HOURS_PER_YEAR, residualPct, SUPPORT_SHARE_PER_YEAR } from './solve/money.ts';

/** The question that docs/sizer.md works through. */
export const EXAMPLE_REQUEST: SolveRequest = {
  fit: { modality_code: 'llm' },
  solve_for: 'sizing_plan',
  features: {
    sizing_goal: 'find_viable_hardware',
    display_model: llama3_1_70b.model_name,
    framework: 'vllm',
    precision: 'fp8',
    allowed_gpu_models: [h200Sxm.gpu_model],
    decode_tp: 2,
    conc: 512,
    isl: 1024,
    osl: 1024,
    horizon_years: 3,
  },
};

/** One line of a fit: what physics says, what a unit of it costs by the fit, and their product in ms. */
export interface FitTerm {
  readonly name: string;
  readonly column: number;
  readonly coefficient: number;
  readonly ms: number;
}

/** Every intermediate figure of the example, each from the code that answers requests. */
export interface WorkedExample {
  readonly row: Recommendation;
  readonly point: ServingPoint;
  readonly memory: MemoryAnswer;
  readonly running: number;
  readonly tpotTerms: readonly FitTerm[];
  readonly ttftTerms: readonly FitTerm[];
  readonly physics: { readonly tpotMs: number; readonly ttftMs: number };
  /** Part of TTFT that is waiting for a slot. */
  readonly waitMs: number;
  readonly prediction: Prediction;
  readonly percentiles: LatencyPercentiles;
}

/** Works the example for the row that the solver recommends. Throws when the model does not cover it. */
export function workedExample(artifact: Artifact, predictor: Predictor, row: Recommendation): WorkedExample {
  const point: ServingPoint = {
    mode: 'aggregated',
    model: llama3_1_70b,
    gpu: h200Sxm,
    framework: 'vllm',
    frameworkVersion: null,
    precision: 'fp8',
    kvPrecision: null,
    parallelism: row.parallelism,
    isl: 1024,
    osl: 1024,
    concurrency: row.concurrency_per_replica,
  };
  const core = coreOfArtifact(artifact);
  const columns = physicsColumns(cachedShape(point), point, core.limits.get(limitKey(point)));
  const tpotTerms = terms(TPOT_COLUMNS, columns.tpot, core.base.tpot);
  const { tpotMs, ttftMs } = physicsTimes(core.base, columns, point);
  const ttftTerms = terms(TTFT_COLUMNS, columns.ttft(tpotMs), core.base.ttft.vllm);
  if (
    Math.abs(sumOf(tpotTerms) - tpotMs) > 1e-6 * tpotMs ||
    Math.abs(sumOf(ttftTerms) - ttftMs) > 1e-6 * ttftMs
  ) {
    throw new Error('the worked example meets a floor that its tables do not show');
  }
  const prediction = predictor.predict(point);
  const memory = memoryOf(point);
  if ('uncovered' in prediction || memory === null) throw new Error('the worked example is not covered');
  return {
    row,
    point,
    memory,
    running: columns.running,
    tpotTerms,
    ttftTerms,
    physics: { tpotMs, ttftMs },
    waitMs: columns.waitMs(prediction.tpotMs.value),
    prediction,
    percentiles: latencyPercentiles(prediction.ttftMs.value, prediction.tpotMs.value, point.osl),
  };
}

function terms(
  names: readonly string[],
  columns: readonly number[],
  coefficients: readonly number[],
): FitTerm[] {
  return names.map((name, i) => {
    const column = columns[i] ?? 0;
    const coefficient = coefficients[i] ?? 0;
    return { name, column, coefficient, ms: column * coefficient };
  });
}

const sumOf = (list: readonly FitTerm[]) => list.reduce((sum, term) => sum + term.ms, 0);

const fixed = (value: number, digits: number) => decimals(value, digits, digits);
const whole = (value: number) => fixed(value, 0);
const significant = (value: number) => String(Number(value.toPrecision(4)));

/** Lines that weigh something: a term under a hundredth of a millisecond explains nothing. */
function termTable(list: readonly FitTerm[], total: number): string {
  const shown = list.filter(({ ms }) => ms >= 0.005);
  return markdownTable(
    ['part', 'physics', 'coefficient', 'ms'],
    [
      ...shown.map(({ name, column, coefficient, ms }) => [
        name,
        significant(column),
        significant(coefficient),
        fixed(ms, 2),
      ]),
      ['**sum**', '', '', `**${fixed(total, 2)}**`],
    ],
  );
}

/** Memory of one GPU, as a table. */
export function memoryTable({ memory: { memory } }: WorkedExample): string {
  const gb = (value: number) => fixed(value, 2);
  return markdownTable(
    ['one GPU', 'GB'],
    [
      ['weights', gb(memory.weights_gb)],
      ['KV cache of the load', gb(memory.kv_cache_gb)],
      ['activations', gb(memory.activations_gb)],
      ['communication buffers', gb(memory.communication_gb)],
      ['runtime, CUDA graphs', gb(memory.runtime_gb)],
      ['**used**', `**${gb(memory.used_gb)}**`],
      ['may be used (0.90 of 150.75)', gb(memory.usable_gb)],
      ['left', gb(memory.headroom_gb)],
    ],
  );
}

/** Time of an output token by physics. */
export function tpotTable(example: WorkedExample): string {
  return termTable(example.tpotTerms, example.physics.tpotMs);
}

/** Time to the first token by physics. */
export function ttftTable(example: WorkedExample): string {
  return termTable(example.ttftTerms, example.physics.ttftMs);
}

/** From physics to what the answer says. */
export function timesText(example: WorkedExample): string {
  const { physics, waitMs, prediction, percentiles, point, row } = example;
  const { ttftMs, tpotMs, e2eMs, tokensPerSecPerGpu } = prediction;
  const factor = (after: number, before: number) => fixed(after / before, 3);
  const range = (low: number | null, high: number | null, digits: number) =>
    low === null || high === null ? 'none stated' : `${fixed(low, digits)} to ${fixed(high, digits)}`;
  const [nearest] = row.nearest_points;
  return [
    `- TPOT: ${fixed(physics.tpotMs, 2)} ms × ${factor(tpotMs.value, physics.tpotMs)} = **${fixed(tpotMs.value, 2)} ms** (80 %: ${range(tpotMs.low, tpotMs.high, 1)})`,
    `- TTFT: ${whole(waitMs)} ms of waiting for a slot + ${whole(physics.ttftMs)} ms × ${factor(ttftMs.value - waitMs, physics.ttftMs)} = **${whole(ttftMs.value)} ms** (80 %: ${range(ttftMs.low, ttftMs.high, 0)})`,
    `- end to end: ${whole(ttftMs.value)} + ${point.osl - 1} × ${fixed(tpotMs.value, 2)} = **${whole(e2eMs.value)} ms**`,
    `- tokens/s/GPU: ${point.concurrency} × ${point.osl} / ${fixed(e2eMs.value / 1000, 3)} s / 2 GPUs = **${fixed(tokensPerSecPerGpu.value, 1)}**`,
    `- p99 end to end: 2.62 × ${whole(ttftMs.value)} + ${point.osl - 1} × 1.19 × ${fixed(tpotMs.value, 2)} = **${whole(percentiles.e2eP99Ms)} ms**`,
    `- likeness of the nearest measured point: ${fixed(prediction.similarity, 2)}, so confidence \`${prediction.confidence}\`` +
      (nearest === undefined
        ? ''
        : `; it is ${nearest.gpus} × ${nearest.gpu_model}, ${nearest.isl}/${nearest.osl} at ${nearest.concurrency} requests, measured TPOT ${fixed(nearest.tpot_ms, 2)} ms and TTFT ${whole(nearest.ttft_ms)} ms`),
  ].join('\n');
}

/** Replicas, machines and money. */
export function fleetText({ row }: WorkedExample): string {
  const years = row.horizon_years;
  const residual = residualPct(years);
  const kw = (row.power_w ?? 0) / 1000;
  const energy = kw * HOURS_PER_YEAR * 0.1;
  const capex = row.capex_usd ?? 0;
  const opex = row.opex_annual_usd ?? 0;
  const bought = row.bill_of_materials.filter((line) => !line.included);
  const usable = Math.floor(0.8 * row.max_concurrency_per_replica);
  return [
    `- largest load of a replica within the limits: ${row.max_concurrency_per_replica} requests; used up to 0.8 of it: ${usable}`,
    `- replicas: ⌈512 / ${usable}⌉ = **${row.replicas}**, ${row.concurrency_per_replica} requests in the fullest; GPUs: ${row.replicas} × 2 = **${row.gpus_needed}**; machines of ${row.gpus_per_node}: **${row.nodes_needed}**`,
    `- capex: ${bought.map((line) => `${line.quantity} ${line.unit} × $${whole(line.unit_price_usd ?? 0)}`).join(' + ')} = **$${whole(capex)}**`,
    `- opex a year: ${fixed(kw, 2)} kW × 8,760 h × $0.10 + ${SUPPORT_SHARE_PER_YEAR * 100} % of capex = ${whole(energy)} + ${whole(SUPPORT_SHARE_PER_YEAR * capex)} = **$${whole(opex)}**`,
    `- TCO over ${years} years: ${whole(capex)} + ${years} × ${whole(opex)} − ${fixed(residual, 0)} % × ${whole(capex)} = **$${whole(row.tco_usd ?? 0)}**`,
    `- tokens/s of the fleet: 512 × 1024 / ${fixed(row.expected_p50_e2e_ms / 1000, 3)} s = **${whole(row.expected_tps_total)}**; a million tokens: **$${fixed(row.usd_per_million_tokens ?? 0, 2)}** with the fleet busy day and night`,
  ].join('\n');
}
