import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { ApiError } from '#contract/errors.ts';
import { SIZER_FRAMEWORKS, SIZER_PRECISIONS } from '#contract/sizer/codes.ts';
import {
  SIZING_SIGNALS,
  solveFeaturesSchema,
  solveRequestSchema,
  type SolveFeatures,
  type SolveRequest,
} from '#contract/sizer/solve-request.ts';
import { resolvePrecision } from '../model/precision.ts';
import { SizerError } from '../sizer-error.ts';
import { clarification, type Clarification } from './clarification.ts';
import type { Notes } from './notes.ts';
import { readFramework, readSpecMethod } from './read-labels.ts';
import { readHardware, readModels } from './read-names.ts';
import { readFinance, readLimits, readLoad, readTokens } from './read-demand.ts';
import type { FixedParallelism, Question } from './question.ts';
import type { SolveContext } from './solve-outcome.ts';
import { trainingRequired } from './training-required.ts';

/** What a request is read against. */
export interface Catalog {
  readonly gpus: readonly GpuFact[];
  readonly models: readonly AiModelFact[];
}

/** A question, something to ask back, or the error that answers it. */
export type ReadOutcome = Question | Clarification | SizerError | ApiError;

/** True where there is something to ask back. */
export function isClarification(outcome: Question | Clarification): outcome is Clarification {
  return 'clarification' in outcome;
}

/** Values that people and forms send for "not set". */
const UNSET_LABELS = new Set(['', 'any', 'auto', 'none', 'null']);
const LABEL_KEYS = ['framework', 'precision', 'spec_method', 'display_model', 'framework_version'] as const;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No GPUs for one of both parts is no hint at all. */
const COUNT_KEYS = ['num_prefill_gpu', 'num_decode_gpu'] as const;

/** The features without the keys that are null, empty lists or "any". */
function setFeatures(raw: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => {
      if (value === null || value === undefined) return false;
      if (Array.isArray(value) && value.length === 0) return false;
      if ((COUNT_KEYS as readonly string[]).includes(key) && value === 0) return false;
      const isLabel = (LABEL_KEYS as readonly string[]).includes(key);
      return !(isLabel && typeof value === 'string' && UNSET_LABELS.has(value.trim().toLowerCase()));
    }),
  );
}

function missingSignal(message: string): SizerError {
  return new SizerError('MISSING_SIZING_SIGNAL', message, {
    details: { signals: [...SIZING_SIGNALS] },
    hint: 'Select a modality and add a signal: a model, a hardware filter, a workload input, an objective or a constraint.',
  });
}

/** Parses the body: modality and signals first (they have a code of their own), then the schema. */
function parseBody(body: unknown): { request: SolveRequest; unknownKeys: string[] } | SizerError | ApiError {
  const raw = isRecord(body) ? body : {};
  const modality = isRecord(raw['fit']) ? raw['fit']['modality_code'] : undefined;
  if (modality === undefined || modality === null || modality === '') {
    return missingSignal('fit.modality_code is missing: say which modality is to be sized, for example llm.');
  }
  const features = setFeatures(isRecord(raw['features']) ? raw['features'] : {});
  if (!SIZING_SIGNALS.some((key) => key in features)) {
    return missingSignal('No sizing signal beside the modality.');
  }
  const parsed = solveRequestSchema.safeParse({ ...raw, features });
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    }));
    const first = issues[0];
    return new ApiError(
      'validation_failed',
      first === undefined ? 'The request cannot be read.' : `${first.path}: ${first.message}`,
      {
        details: { issues },
      },
    );
  }
  const known = new Set(Object.keys(solveFeaturesSchema.shape));
  return { request: parsed.data, unknownKeys: Object.keys(features).filter((key) => !known.has(key)) };
}

/** Numbers of workers where the GPUs of one prefill and one decode worker, taken several times, make `gpu_count`; null where they are totals. */
function workersWithin(features: SolveFeatures): { prefill: number; decode: number } | null {
  const { gpu_count: total, num_prefill_gpu: prefill, num_decode_gpu: decode } = features;
  if (total == null || prefill == null || decode == null || prefill + decode === total) return null;
  for (let workers = 1; workers * prefill < total; workers++) {
    const rest = total - workers * prefill;
    if (rest % decode === 0) return { prefill: workers, decode: rest / decode };
  }
  return null;
}

function readFixed(features: SolveFeatures, mode: Question['mode'], notes: Notes): FixedParallelism {
  const workers = workersWithin(features);
  if (workers !== null) {
    notes.assumptions.push(
      `num_prefill_gpu and num_decode_gpu were read as GPUs of one worker: ${workers.prefill} prefill and ${workers.decode} decode workers make the ${features.gpu_count ?? 0} GPUs.`,
    );
  }
  const decode = features.num_decode_gpu == null ? null : features.num_decode_gpu * (workers?.decode ?? 1);
  const prefill =
    features.num_prefill_gpu == null ? null : features.num_prefill_gpu * (workers?.prefill ?? 1);
  if (
    mode === 'aggregated' &&
    features.prefill_tp !== undefined &&
    features.prefill_tp !== features.decode_tp
  ) {
    notes.warnings.push(
      'prefill_tp counts only for disaggregated serving (mode: disaggregated, or num_prefill_gpu) and was ignored.',
    );
  }
  const both = decode !== null && prefill !== null ? decode + prefill : null;
  return {
    totalGpus: features.gpu_count ?? (mode === 'disaggregated' ? both : decode),
    tp: features.decode_tp ?? null,
    pp: features.pp ?? null,
    ep: features.ep ?? null,
    dp: features.dp_attention ?? null,
    prefillGpus: prefill,
    decodeGpus: decode,
    prefillTp: features.prefill_tp ?? null,
    prefillWorkerGpus: workers === null ? null : (features.num_prefill_gpu ?? null),
    decodeWorkerGpus: workers === null ? null : (features.num_decode_gpu ?? null),
  };
}

/** Goals that are nothing without their number: it is asked for. Empty: nothing is missing. */
function missingObjective(features: SolveFeatures): Clarification | null {
  switch (features.sizing_goal) {
    case 'meet_throughput': {
      const isGiven =
        features.target_tokens_per_sec ??
        features.target_tokens_per_sec_per_user ??
        features.target_tokens_per_sec_per_request ??
        features.target_tokens_per_sec_per_user_request;
      return isGiven == null
        ? clarification('How many output tokens a second are to be met?', 'target_tokens_per_sec', [])
        : null;
    }
    case 'stay_within_budget':
      return features.budget_usd == null
        ? clarification('How large is the budget, in USD?', 'budget_usd', [])
        : null;
    case 'limit_nodes':
      return features.max_nodes == null
        ? clarification('How many nodes may it be at most?', 'max_nodes', [])
        : null;
    default:
      return null;
  }
}

/** Things that cannot be true at once, said as a question; null when there are none. */
function contradiction(features: SolveFeatures, fixed: FixedParallelism): Clarification | null {
  const { totalGpus, tp, pp, dp } = fixed;
  const { prefillGpus, decodeGpus } = fixed;
  const sum = (prefillGpus ?? 0) + (decodeGpus ?? 0);
  if (prefillGpus !== null && decodeGpus !== null && totalGpus !== null && sum !== totalGpus) {
    return clarification(
      `gpu_count is ${totalGpus}, but num_prefill_gpu and num_decode_gpu add up to ${sum}. Which one holds?`,
      'gpu_count',
      [String(totalGpus), String(sum)],
    );
  }
  const width = (tp ?? 1) * (pp ?? 1) * (dp ?? 1);
  if (totalGpus !== null && fixed.prefillGpus === null && totalGpus % width !== 0) {
    const lower = Math.floor(totalGpus / width) * width;
    return clarification(
      `${totalGpus} GPUs cannot be divided into replicas of ${width} (tensor × pipeline × attention-data parallelism). How many GPUs shall it be?`,
      'gpu_count',
      [lower, lower + width].filter((count) => count > 0).map(String),
    );
  }
  return null;
}

/**
 * Reads a solve request: schema first, then meaning. Order of refusals: modality and signals, schema, modality covered,
 * labels known, names known, contradictions.
 */
export function readRequest(body: unknown, catalog: Catalog, context: SolveContext): ReadOutcome {
  const parsed = parseBody(body);
  if (parsed instanceof Error) return parsed;
  const { request, unknownKeys } = parsed;
  const { features } = request;
  const notes: Notes = { warnings: [], assumptions: [] };
  if (unknownKeys.length > 0) {
    notes.warnings.push(`Unknown feature keys were ignored: ${unknownKeys.sort().join(', ')}.`);
  }
  if (request.fit.modality_code.toLowerCase() !== 'llm') {
    return trainingRequired(`The sizing data covers the modality llm, not ${request.fit.modality_code}.`, {
      features,
      catalog,
    });
  }
  const framework = features.framework == null ? null : readFramework(features.framework);
  if (features.framework != null && framework === null) {
    return trainingRequired(
      `The framework ${features.framework} is not covered. Covered are ${SIZER_FRAMEWORKS.join(', ')}.`,
      { features, catalog },
    );
  }
  const precision = features.precision == null ? null : resolvePrecision(features.precision);
  if (features.precision != null && precision === null) {
    return trainingRequired(
      `The precision ${features.precision} is not covered. Covered are ${SIZER_PRECISIONS.join(', ')}.`,
      { features, catalog },
    );
  }
  const models = readModels(features.display_model ?? null, catalog.models, request, notes);
  if ('clarification' in models) return models;
  const hardware = readHardware(features, catalog.gpus, notes);
  if ('clarification' in hardware) return hardware;
  const mode = features.mode ?? (features.num_prefill_gpu == null ? 'aggregated' : 'disaggregated');
  const fixed = readFixed(features, mode, notes);
  const contradictory = contradiction(features, fixed);
  if (contradictory !== null) return contradictory;
  const kind =
    request.solve_for_many !== undefined
      ? 'scalars'
      : request.solve_for === 'model_fit'
        ? 'model_fit'
        : 'plan';
  const missing = kind === 'plan' ? missingObjective(features) : null;
  if (missing !== null) return missing;
  const tokens = readTokens(features, notes);
  const growth = readGrowth(features, kind, notes);
  const load = readLoad(features, growth.factor, kind, notes);
  const spec = readSpecMethod(features.spec_method ?? null, features.spec_accept_length ?? null, notes);
  return {
    features,
    kind,
    scalars: request.solve_for_many ?? [],
    goal: features.sizing_goal ?? null,
    models: models.models,
    isModelNamed: features.display_model != null,
    gpus: hardware.gpus,
    isHardwareNamed: hardware.isNamed,
    framework,
    frameworkVersion: features.framework_version ?? null,
    precision,
    kvPrecision: features.kv_precision ?? null,
    mode,
    specMethod: spec,
    specAcceptLength: features.spec_accept_length ?? null,
    tokens,
    load,
    limits: readLimits(features, tokens.isl, kind, load, notes),
    fixed,
    finance: readFinance(features, context, growth.years),
    growth,
    inventory: hardware.inventory,
    sort: features.recommendation_sort ?? 'recommended',
    warnings: notes.warnings,
    assumptions: notes.assumptions,
  };
}

function readGrowth(features: SolveFeatures, kind: Question['kind'], notes: Notes): Question['growth'] {
  const years = features.horizon_years ?? 1;
  const pct = features.growth_pct ?? 0;
  const factor = kind === 'plan' ? (1 + pct / 100) ** years : 1;
  if (kind === 'plan' && pct !== 0) {
    notes.assumptions.push(
      `Load grows ${pct} % a year over ${years} ${years === 1 ? 'year' : 'years'}: concurrency, users and throughput are sized times ${factor.toFixed(2)}; token lengths and rates per user stay.`,
    );
  }
  return { pct, years, factor };
}
