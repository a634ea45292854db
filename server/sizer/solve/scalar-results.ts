import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Scalar } from '#contract/sizer/codes.ts';
import type { Estimate, ScalarResult } from '#contract/sizer/solve-response.ts';
import type { Prediction, Predictor } from '../calibration/predictor.ts';
import { kvSequenceBytes } from '../model/kv-cache.ts';
import { memoryOf, type MemoryAnswer } from '../model/memory.ts';
import { validateParallelism } from '../model/parallelism.ts';
import type { DisaggregatedPoint, Parallelism, ServingPoint } from '../model/serving-point.ts';
import { gpusOf } from '../model/weight-bytes.ts';
import type { MeasuredLayout } from './measured-layouts.ts';
import type { Question } from './question.ts';
import { scaled } from './recommendation.ts';
import { frameworksFor, parallelismsFor, precisionsFor } from './search.ts';
import { describeParallelism } from './stack.ts';

/** A deployment as a request of scalars describes it. */
export interface AskedDeployment {
  readonly point: ServingPoint | DisaggregatedPoint;
  readonly replicas: number;
  readonly totalGpus: number;
  readonly memory: MemoryAnswer | null;
  readonly basis: string;
}

/** Measured points looked at to see which framework a model is usually served with. */
const FRAMEWORK_POINTS = 60;

/**
 * How experts are laid out where the request does not say: as most measured points of that architecture, GPU, framework and
 * split have it (in that precision, else in any). Without any: whole experts on each GPU under attention data parallelism,
 * else split. The majority guessed better than the likest points did (left out one by one: 87 against 80 %).
 */
function usualEp(layouts: readonly MeasuredLayout[], point: ServingPoint): number {
  const { model, gpu, precision, framework } = point;
  const { tp, pp, dp } = point.parallelism;
  const width = tp * dp;
  if (model.experts === null || width === 1) return 1;
  const alike = layouts.filter(
    (layout) =>
      layout.framework === framework &&
      layout.parallelism.tp === tp &&
      layout.parallelism.dp === dp &&
      layout.parallelism.pp === pp,
  );
  const votes = new Map<number, number>();
  const inPrecision = alike.filter((layout) => layout.precision === precision);
  for (const { parallelism, points } of inPrecision.length > 0 ? inPrecision : alike) {
    votes.set(parallelism.ep, (votes.get(parallelism.ep) ?? 0) + points);
  }
  const [first] = [...votes].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  if (first !== undefined) return first[0];
  if (dp > 1) return width;
  const isValid = (ep: number) => validateParallelism(model, gpu, precision, { tp, pp, dp, ep }).length === 0;
  return isValid(1) || !isValid(width) ? 1 : width;
}

/** The framework where none is named: that of the likest measured point on this GPU, else the first that runs there. */
function usualFramework(
  predictor: Predictor,
  question: Question,
  model: AiModelFact,
  gpu: GpuFact,
  parallelism: Parallelism,
) {
  const choices = frameworksFor(gpu, question.framework);
  const [first] = choices;
  if (first === undefined || choices.length === 1) return first ?? 'vllm';
  const precision = precisionsFor(model, gpu, question.precision)[0] ?? 'bf16';
  const near = predictor.nearest(
    pointOf(question, model, gpu, first, precision, parallelism, 1),
    FRAMEWORK_POINTS,
  );
  const measured = near.find(
    (entry) => entry.model_code === model.model_code && entry.gpu_model === gpu.gpu_model,
  );
  return choices.find((choice) => choice === measured?.framework) ?? first;
}

function pointOf(
  question: Question,
  model: AiModelFact,
  gpu: GpuFact,
  framework: ServingPoint['framework'],
  precision: ServingPoint['precision'],
  parallelism: Parallelism,
  concurrency: number,
): ServingPoint {
  return {
    mode: 'aggregated',
    model,
    gpu,
    framework,
    frameworkVersion: question.frameworkVersion,
    precision,
    kvPrecision: question.kvPrecision,
    parallelism,
    isl: question.tokens.isl,
    osl: question.tokens.osl,
    concurrency,
  };
}

/**
 * The split and the number of replicas. GPUs beyond TP × PP are attention data parallelism for a mixture of experts within
 * the fast links, as measured deployments have it, else further replicas.
 */
function splitOf(
  question: Question,
  model: AiModelFact,
  gpu: GpuFact,
  precision: ServingPoint['precision'],
  layouts: readonly MeasuredLayout[],
) {
  const { fixed } = question;
  const total = fixed.totalGpus;
  const pp = fixed.pp ?? 1;
  const smallest = (): Parallelism | undefined =>
    parallelismsFor(model, gpu, precision, question).find((parallelism) => {
      const framework = frameworksFor(gpu, question.framework)[0] ?? 'vllm';
      const answer = memoryOf({ ...pointOf(question, model, gpu, framework, precision, parallelism, 1) });
      return answer !== null && answer.fit !== 'no';
    });
  if (fixed.tp === null && fixed.dp === null) {
    // So many GPUs and no word on how: as they were measured, else as the smallest replicas that hold the model.
    const measured = layouts.find(
      (layout) =>
        gpusOf(layout.parallelism) === total &&
        layout.precision === precision &&
        (question.framework === null || layout.framework === question.framework),
    );
    const found = measured?.parallelism ?? smallest() ?? { tp: 1, pp: 1, ep: 1, dp: 1 };
    return { ...found, replicas: total === null ? 1 : Math.max(1, Math.floor(total / gpusOf(found))) };
  }
  const tp = fixed.tp ?? 1;
  if (fixed.dp !== null) {
    const g = tp * pp * fixed.dp;
    return { tp, pp, dp: fixed.dp, replicas: total === null ? 1 : Math.max(1, Math.floor(total / g)) };
  }
  const groups = total === null ? 1 : Math.max(1, Math.floor(total / (tp * pp)));
  const isAttentionDp =
    model.experts !== null &&
    groups > 1 &&
    groups * tp * pp <= Math.max(gpu.scaleup_domain, gpu.gpus_per_node);
  return isAttentionDp ? { tp, pp, dp: groups, replicas: 1 } : { tp, pp, dp: 1, replicas: groups };
}

/** GPUs of one worker of a disaggregated deployment: TP of its own, or with TP 1 one attention-DP group of a machine. */
function workerOf(
  gpus: number,
  asked: {
    readonly tp: number | null;
    readonly dp: number | null;
    readonly ep: number | null;
    readonly worker: number | null;
  },
  gpu: GpuFact,
  model: AiModelFact,
  most: number,
) {
  const isGroup = asked.tp === 1 && model.experts !== null;
  const usual = isGroup ? most : (asked.tp ?? gpu.gpus_per_node);
  const said = asked.worker ?? (asked.dp === null ? null : (asked.tp ?? 1) * asked.dp);
  const size = Math.min(gpus, said ?? usual);
  const dp = asked.dp ?? (isGroup ? size : Math.max(1, Math.floor(size / (asked.tp ?? size))));
  return {
    workers: Math.max(1, Math.floor(gpus / size)),
    parallelism: {
      tp: Math.max(1, Math.floor(size / dp)),
      pp: 1,
      dp,
      ep: asked.ep ?? (model.experts === null ? 1 : size),
    },
  };
}

/** Most GPUs of one attention-DP group of decode workers in the measured points. */
const MOST_DECODE_GROUP = 32;

/** The deployment of a scalar request, with everything it leaves open taken from measured layouts. */
export function askedDeployment(
  question: Question,
  model: AiModelFact,
  gpu: GpuFact,
  predictor: Predictor,
  layouts: readonly MeasuredLayout[],
): AskedDeployment {
  const { fixed } = question;
  const precision = precisionsFor(model, gpu, question.precision)[0] ?? 'bf16';
  const concurrency = question.load.concurrency ?? 1;
  if (question.mode === 'disaggregated') {
    const prefillGpus = fixed.prefillGpus ?? gpu.gpus_per_node;
    const decodeGpus =
      fixed.decodeGpus ?? Math.max(1, (fixed.totalGpus ?? prefillGpus + gpu.gpus_per_node) - prefillGpus);
    const framework = frameworksFor(gpu, question.framework)[0] ?? 'vllm';
    const prefillSplit = {
      tp: fixed.prefillTp ?? fixed.tp,
      dp: null,
      ep: null,
      worker: fixed.prefillWorkerGpus,
    };
    const prefill = workerOf(prefillGpus, prefillSplit, gpu, model, gpu.gpus_per_node);
    const decode = workerOf(
      decodeGpus,
      { ...fixed, worker: fixed.decodeWorkerGpus },
      gpu,
      model,
      MOST_DECODE_GROUP,
    );
    const { parallelism: ignored, ...rest } = pointOf(
      question,
      model,
      gpu,
      framework,
      precision,
      decode.parallelism,
      concurrency,
    );
    return {
      point: { ...rest, mode: 'disaggregated', prefill, decode },
      replicas: 1,
      totalGpus: prefillGpus + decodeGpus,
      memory: memoryOf({
        ...rest,
        parallelism: ignored,
        concurrency: Math.ceil(concurrency / decode.workers),
      }),
      basis: `${prefill.workers} prefill workers of ${describeParallelism(prefill.parallelism)} and ${decode.workers} decode workers of ${describeParallelism(decode.parallelism)} on ${gpu.gpu_display_name}, ${framework} ${precision}; disaggregated, experimental`,
    };
  }
  const split = splitOf(question, model, gpu, precision, layouts);
  const width = { tp: split.tp, pp: split.pp, dp: split.dp };
  const framework = usualFramework(predictor, question, model, gpu, { ...width, ep: 1 });
  const perReplica = Math.max(1, Math.ceil(concurrency / split.replicas));
  const draft = pointOf(question, model, gpu, framework, precision, { ...width, ep: 1 }, perReplica);
  const ep = fixed.ep ?? usualEp(layouts, draft);
  const point = { ...draft, parallelism: { ...width, ep } };
  const totalGpus = split.replicas * gpusOf(point.parallelism);
  return {
    point,
    replicas: split.replicas,
    totalGpus,
    memory: memoryOf({ ...point, withMtp: question.specMethod === 'mtp' }),
    basis: `${split.replicas} × ${describeParallelism(point.parallelism)} = ${totalGpus} × ${gpu.gpu_display_name}, ${framework} ${precision}, ${concurrency} in flight over all, ${question.tokens.isl} in, ${question.tokens.osl} out`,
  };
}

const exact = (value: number): Estimate => ({ value, low: null, high: null });

/**
 * The asked figures of one deployment. `m_tput_per_gpu`: output tokens/s of the deployment over its GPUs; `vram_per_gpu_gb`:
 * memory taken on the fullest GPU with the KV cache of the load; `kv_cache_gb`: KV cache of all requests in flight of the whole
 * deployment, each sequence counted once at full length, without the copies that tensor parallelism may need.
 */
export function scalarResults(
  scalars: readonly Scalar[],
  asked: AskedDeployment & { readonly memory: MemoryAnswer },
  prediction: Prediction,
  question: Question,
): Record<string, ScalarResult> {
  const { point, totalGpus, memory } = asked;
  const concurrency = question.load.concurrency ?? 1;
  const rate = (concurrency * question.tokens.osl * 1_000) / prediction.e2eMs.value / totalGpus;
  const throughput = prediction.tokensPerSecPerGpu;
  const kvBytes =
    concurrency * kvSequenceBytes(point.model, memory.kvPrecision, question.tokens.isl + question.tokens.osl);
  const figures: Readonly<Record<Scalar, () => [Estimate, string]>> = {
    m_tput_per_gpu: () => [
      // A deployment whose replicas are filled evenly has the replica's figure; a part-filled one less.
      scaled(throughput, asked.replicas === 1 ? 1 : rate / throughput.value, 4),
      'tokens/s/GPU',
    ],
    vram_per_gpu_gb: () => [exact(memory.memory.used_gb), 'GB'],
    ttft_p50_ms: () => [scaled(prediction.ttftMs, 1, 3), 'ms'],
    kv_cache_gb: () => [exact(Math.round(kvBytes / 1e4) / 1e5), 'GB'],
    tpot_p50_ms: () => [scaled(prediction.tpotMs, 1, 4), 'ms'],
    e2e_p50_ms: () => [scaled(prediction.e2eMs, 1, 2), 'ms'],
  };
  return Object.fromEntries(
    scalars.map((name) => {
      const [estimate, unit] = figures[name]();
      const isMemory = name === 'vram_per_gpu_gb' || name === 'kv_cache_gb';
      return [
        name,
        {
          ...estimate,
          name,
          unit,
          confidence: isMemory ? ('high' as const) : prediction.confidence,
          confidence_reason: isMemory ? 'computed from the architecture' : prediction.confidenceReason,
          basis: asked.basis,
        },
      ];
    }),
  );
}
