import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Estimate } from '#contract/sizer/solve-response.ts';
import type { Prediction, Predictor } from '../calibration/predictor.ts';
import type { DisaggregatedPoint, ServingPoint } from '../model/serving-point.ts';
import { gpusOf } from '../model/weight-bytes.ts';
import type { Question } from './question.ts';
import { isClarification, readRequest } from './read-request.ts';
import type { SolveContext } from './solve-outcome.ts';

/** Times that tests can work out by hand: TTFT = 100 + 10·B ms, TPOT = 10 + 0.25·B ms on every GPU. */
export interface PlainTimes {
  readonly ttft?: (point: ServingPoint | DisaggregatedPoint) => number;
  readonly tpot?: (point: ServingPoint | DisaggregatedPoint) => number;
  readonly uncovered?: (point: ServingPoint | DisaggregatedPoint) => string | null;
}

const around = (value: number): Estimate => ({ value, low: value * 0.9, high: value * 1.1 });

/** A predictor without training: same times everywhere unless told otherwise. */
export function plainPredictor(times: PlainTimes = {}): Predictor {
  const ttft = times.ttft ?? ((point) => 100 + 10 * point.concurrency);
  const tpot = times.tpot ?? ((point) => 10 + 0.25 * point.concurrency);
  const uncovered = times.uncovered ?? (() => null);
  const figures = (point: ServingPoint | DisaggregatedPoint) => {
    const ttftMs = ttft(point);
    const tpotMs = tpot(point);
    const e2eMs = ttftMs + (point.osl - 1) * tpotMs;
    const gpus =
      point.mode === 'aggregated'
        ? gpusOf(point.parallelism)
        : point.prefill.workers * gpusOf(point.prefill.parallelism) +
          point.decode.workers * gpusOf(point.decode.parallelism);
    return {
      ttftMs,
      tpotMs,
      e2eMs,
      tokensPerSecPerGpu: (point.concurrency * point.osl * 1_000) / e2eMs / gpus,
    };
  };
  const predict = (point: ServingPoint | DisaggregatedPoint): Prediction | { uncovered: string } => {
    const reason = uncovered(point);
    if (reason !== null) return { uncovered: reason };
    const { ttftMs, tpotMs, e2eMs, tokensPerSecPerGpu } = figures(point);
    return {
      ttftMs: around(ttftMs),
      tpotMs: around(tpotMs),
      e2eMs: around(e2eMs),
      tokensPerSecPerGpu: around(tokensPerSecPerGpu),
      confidence: 'high',
      confidenceReason: 'made up for a test',
      similarity: 0.95,
      effectiveConcurrency: point.concurrency,
      isSaturated: false,
    };
  };
  return {
    version: 'plain',
    predict,
    predictFast: (point) =>
      uncovered(point) === null ? { ...figures(point), effectiveConcurrency: point.concurrency } : null,
    predictCurve: (point, loads) => loads.map((concurrency) => predict({ ...point, concurrency })),
    nearest: () => [],
  };
}

/** A GPU of the catalog by slug, with facts changed. */
export function gpu(slug: string, changes: Partial<GpuFact> = {}): GpuFact {
  const found = GPUS.find((entry) => entry.gpu_model === slug);
  if (found === undefined) throw new Error(`No GPU ${slug}`);
  return { ...found, ...changes };
}

/** A model of the catalog by code. */
export function model(code: string): AiModelFact {
  const found = AI_MODELS.find((entry) => entry.model_code === code);
  if (found === undefined) throw new Error(`No model ${code}`);
  return found;
}

/** A sizing-plan body around features. */
export function body(
  features: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return { fit: { modality_code: 'llm' }, solve_for: 'sizing_plan', features, ...rest };
}

/** The question that features make; throws where they make none. */
export function question(features: Record<string, unknown>, context: SolveContext = {}): Question {
  const read = readRequest(body(features), { gpus: GPUS, models: AI_MODELS }, context);
  if (read instanceof Error) throw read;
  if (isClarification(read)) throw new Error(read.clarification.question);
  return read;
}
