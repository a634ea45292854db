import type { SizerFramework, SizerPrecision } from '#contract/sizer/codes.ts';
import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { PublishedResult } from '#catalog/published/published-result.ts';
import { deploymentShape } from '../model/deployment-shape.ts';
import { computeFloorMs, isTrainedGpu } from '../model/derates.ts';
import { openLoopWaitP99Ms, rateOfTokens } from '../model/load.ts';
import { memoryOf } from '../model/memory.ts';
import { enumerateParallelism } from '../model/parallelism.ts';
import { latencyPercentiles } from '../model/percentiles.ts';
import { prefillPass } from '../model/prefill.ts';
import type { Parallelism, ServingPoint } from '../model/serving-point.ts';
import type { Catalog } from './observation.ts';
import type { Predictor } from './predictor.ts';

/** Scenarios: all at once without limits; random arrivals within latency limits; the same with tighter ones. */
export const MLPERF_SCENARIOS = ['Offline', 'Server', 'Interactive'] as const;
export type MlperfScenario = (typeof MLPERF_SCENARIOS)[number];

/** Limits on the 99th percentile, ms. */
interface LatencyLimits {
  readonly ttftMs: number;
  readonly tpotMs: number;
}

/** What a benchmark sends. Output lengths are taken from the results themselves (tokens over samples). */
export interface MlperfBenchmark {
  readonly modelCode: string;
  /** Mean input tokens. */
  readonly isl: number;
  readonly islSource: string;
  readonly limits: Readonly<Record<Exclude<MlperfScenario, 'Offline'>, LatencyLimits | null>>;
  /** Width of weights on GPUs that multiply in four bits. */
  readonly fp4Weights: boolean;
}

const ASSUMED = 'our assumption: no published mean was found';
const limits = (ttftMs: number, tpotMs: number): LatencyLimits => ({ ttftMs, tpotMs });

/**
 * The LLM benchmarks of MLPerf Inference v5.1 whose model the catalog holds. Limits: MLCommons, "MLPerf Inference v5.0 Advances Language
 * Model Capabilities" (2025-04) for llama2-70b Interactive and llama3.1-405b Server; the others are the round numbers just above the
 * largest 99th percentile in the results.
 */
export const MLPERF_BENCHMARKS: readonly MlperfBenchmark[] = [
  {
    modelCode: 'llama-2-70b',
    isl: 300,
    islSource: `${ASSUMED} (OpenOrca prompts of at most 1,024 tokens)`,
    limits: { Server: limits(2000, 200), Interactive: limits(450, 40) },
    fp4Weights: true,
  },
  {
    modelCode: 'llama-3.1-405b',
    isl: 9400,
    islSource:
      'MLCommons, "MLPerf Inference v5.0 Advances Language Model Capabilities": mean 9,400 in, 680 out',
    limits: { Server: limits(6000, 175), Interactive: limits(4500, 80) },
    fp4Weights: true,
  },
  {
    modelCode: 'llama-3.1-8b',
    isl: 780,
    islSource: `${ASSUMED} (CNN/DailyMail articles)`,
    limits: { Server: limits(2000, 100), Interactive: limits(500, 30) },
    fp4Weights: true,
  },
  {
    modelCode: 'mixtral-8x7b-v0.1',
    isl: 300,
    islSource: `${ASSUMED} (5,000 prompts each of OpenOrca, GSM8K and MBXP)`,
    limits: { Server: limits(2000, 200), Interactive: null },
    fp4Weights: false,
  },
  {
    modelCode: 'deepseek-r1',
    isl: 800,
    islSource: `${ASSUMED} (AIME, MATH500, GPQA, MMLU-Pro, LiveCodeBench questions)`,
    limits: { Server: limits(2000, 80), Interactive: null },
    fp4Weights: true,
  },
];

/** All results of one model, GPU and scenario taken together. */
export interface MlperfCase {
  readonly benchmark: MlperfBenchmark;
  readonly model: AiModelFact;
  readonly gpu: GpuFact;
  readonly scenario: MlperfScenario;
  readonly framework: SizerFramework;
  readonly precision: SizerPrecision;
  /** Mean output tokens. */
  readonly osl: number;
  /** Median of the results, output tokens/s of one GPU, and how many there are. */
  readonly measured: number;
  readonly results: number;
  /** GPUs of the largest single system among them: no split spans more. */
  readonly mostGpus: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}

/**
 * Weights as narrow as the GPU multiplies natively: four bits on Blackwell, else eight. AMD's submissions name fp8 weights and KV cache
 * (their harness configurations); the results' own table does not name precisions, so the rest is our assumption.
 */
function precisionOf(benchmark: MlperfBenchmark, gpu: GpuFact): SizerPrecision {
  if (gpu.fp4_tflops !== null && benchmark.fp4Weights) return 'fp4';
  return gpu.fp8_tflops === null ? 'int8' : 'fp8';
}

/** The results as cases, in the order of the benchmarks, then by GPU and scenario. Mixed systems and GPUs outside the catalog have no slug and are left out. */
export function mlperfCases(results: readonly PublishedResult[], catalog: Catalog): MlperfCase[] {
  return MLPERF_BENCHMARKS.flatMap((benchmark) => {
    const model = catalog.models.get(benchmark.modelCode);
    const rows = results.filter(
      (row) =>
        row.source_key === 'mlperf-v5.1' &&
        row.model_code === benchmark.modelCode &&
        row.tokens_per_sec !== null,
    );
    const lengths = rows.flatMap(({ tokens_per_sec: tokens, requests_per_sec: samples }) =>
      tokens === null || samples === null || samples === 0 ? [] : [tokens / samples],
    );
    if (model === undefined || lengths.length === 0) return [];
    const osl = Math.round(median(lengths));
    return [...catalog.gpus.values()].flatMap((gpu) =>
      MLPERF_SCENARIOS.flatMap((scenario): MlperfCase[] => {
        const own = rows.filter((row) => row.gpu_model === gpu.gpu_model && row.scenario === scenario);
        const rates = own.flatMap((row) =>
          row.tokens_per_sec_per_gpu === null ? [] : [row.tokens_per_sec_per_gpu],
        );
        if (rates.length === 0) return [];
        return [
          {
            benchmark,
            model,
            gpu,
            scenario,
            framework:
              gpu.vendor === 'nvidia' && own.some((row) => row.framework_text.startsWith('TensorRT'))
                ? 'trt-llm'
                : 'vllm',
            precision: precisionOf(benchmark, gpu),
            osl,
            measured: median(rates),
            results: rates.length,
            mostGpus: Math.min(
              gpu.scaleup_domain > 8 ? 8 : gpu.gpus_per_node,
              Math.max(...own.map((row) => row.gpu_count ?? 1)),
            ),
          },
        ];
      }),
    );
  });
}

/** What the chain says of a case: output tokens/s of one GPU at the best split and load. */
export interface MlperfPrediction {
  readonly tokensPerSecPerGpu: number;
  readonly parallelism: Parallelism;
  readonly concurrency: number;
  readonly ttftP99Ms: number;
  readonly tpotP99Ms: number;
}

/** Loads tried: each a quarter above the one before, up to what engines are run with here (AMD's configurations: 1,792 and 4,736). */
const LOADS = Array.from({ length: 38 }, (_, i) => Math.round(1.25 ** i)).filter(
  (load, i, all) => load !== all[i - 1],
);

/**
 * Runs a case through memory, splits, the trained model, queueing and percentiles: the split and load with the most tokens/s of a GPU whose
 * 99th percentiles keep the limits. Null where nothing fits, or nothing keeps them. TPOT p99 from its median; TTFT p99 is the TTFT of a lone
 * request, a step and the wait for earlier prompts in an open loop, as requests arrive at random here, not from clients that wait.
 */
export function predictMlperf(predictor: Predictor, entry: MlperfCase): MlperfPrediction | null {
  const { benchmark, model, gpu, framework, precision, osl, scenario } = entry;
  const { isl } = benchmark;
  const within = scenario === 'Offline' ? null : benchmark.limits[scenario];
  let best: MlperfPrediction | null = null;
  for (const parallelism of enumerateParallelism(model, gpu, precision, entry.mostGpus)) {
    // A pipeline only adds bubbles; no submission of these benchmarks is known to use one.
    if (parallelism.pp > 1) continue;
    const question = { model, gpu, framework, precision, kvPrecision: 'fp8', parallelism, isl, osl } as const;
    const fit = memoryOf({ ...question, concurrency: 1 });
    if (fit === null || fit.fit === 'no') continue;
    const room = fit.memory.kv_capacity_tokens / (isl + osl / 2);
    const loads = LOADS.filter((load) => load <= Math.max(1, room));
    const point: ServingPoint = { ...question, mode: 'aggregated', frameworkVersion: null, concurrency: 1 };
    const gpus = parallelism.tp * parallelism.dp;
    const prefill = prefillPass(deploymentShape(point), isl);
    const prefillMs = computeFloorMs(prefill.flopMs, prefill.attentionMs) + prefill.allReduceMs;
    let loneMs = 0;
    for (const [i, prediction] of predictor.predictCurve(point, loads).entries()) {
      if ('uncovered' in prediction) break;
      const concurrency = loads[i] ?? 1;
      const ttftMs = prediction.ttftMs.value;
      const tpotMs = prediction.tpotMs.value;
      if (i === 0) loneMs = ttftMs;
      // In a steady stream each of `concurrency` requests in decode gets a token a step.
      const tokensPerSec = (concurrency * 1000) / tpotMs;
      const ttftP99Ms = loneMs + tpotMs + openLoopWaitP99Ms(prefillMs, rateOfTokens(tokensPerSec, osl));
      const { tpotP99Ms } = latencyPercentiles(ttftMs, tpotMs, osl);
      if (within !== null && (tpotP99Ms > within.tpotMs || ttftP99Ms > within.ttftMs)) continue;
      const tokensPerSecPerGpu = tokensPerSec / gpus;
      if (best === null || tokensPerSecPerGpu > best.tokensPerSecPerGpu)
        best = { tokensPerSecPerGpu, parallelism, concurrency, ttftP99Ms, tpotP99Ms };
    }
  }
  return best;
}

/** A case beside what the chain says of it. */
export interface MlperfComparison {
  readonly entry: MlperfCase;
  /** Null: nothing fits or nothing keeps the limits. */
  readonly prediction: MlperfPrediction | null;
  /** `trained`: the training file holds points of the GPU. `anchor`: its derate was fitted to this case. `held out`: neither. */
  readonly role: 'trained' | 'anchor' | 'held out';
}

/** The case that the CDNA3 derate was fitted to; every other case of AMD GPUs is held out. */
export function isDerateAnchor({
  gpu,
  model,
  scenario,
}: Pick<MlperfCase, 'gpu' | 'model' | 'scenario'>): boolean {
  return gpu.gpu_model === 'mi300x' && model.model_code === 'llama-2-70b' && scenario === 'Offline';
}

/** Every case with its prediction. */
export function compareWithMlperf(predictor: Predictor, cases: readonly MlperfCase[]): MlperfComparison[] {
  return cases.map((entry) => ({
    entry,
    prediction: predictMlperf(predictor, entry),
    role: isTrainedGpu(entry.gpu) ? 'trained' : isDerateAnchor(entry) ? 'anchor' : 'held out',
  }));
}

/** Predicted over measured − 1, percent; null without a prediction. */
export function errorPercent({ entry, prediction }: MlperfComparison): number | null {
  return prediction === null ? null : 100 * (prediction.tokensPerSecPerGpu / entry.measured - 1);
}

/** Median size of the errors of some comparisons, percent, and how many of them have a prediction at all. */
export function medianError(comparisons: readonly MlperfComparison[]): {
  median: number;
  predicted: number;
  cases: number;
} {
  const errors = comparisons.flatMap((one) => {
    const error = errorPercent(one);
    return error === null ? [] : [Math.abs(error)];
  });
  return { median: median(errors), predicted: errors.length, cases: comparisons.length };
}
