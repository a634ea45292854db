import { z } from 'zod';
import { sizerFrameworkSchema, sizerPrecisionSchema } from '#contract/sizer/codes.ts';
import type { NearestPoint } from '#contract/sizer/solve-response.ts';
import { endToEndMs, tokensPerSecPerGpu } from '../model/queue.ts';
import type { DisaggregatedPoint, Parallelism } from '../model/serving-point.ts';
import type { DisaggregatedObservation } from './disaggregated-observation.ts';
import type { Catalog } from './observation.ts';

const poolSchema = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int()]);
/** A measured point as the artifact keeps it; times in ms. */
export const referenceSchema = z.object({
  model: z.string(),
  gpu: z.string(),
  framework: sizerFrameworkSchema,
  version: z.string().nullable(),
  precision: sizerPrecisionSchema,
  isl: z.int(),
  osl: z.int(),
  concurrency: z.int(),
  /** Workers, tp, pp, dp, ep. */
  prefill: poolSchema,
  decode: poolSchema,
  ttftMs: z.number(),
  tpotMs: z.number(),
  measuredOn: z.string().nullable(),
  origin: z.string(),
});
type Reference = z.infer<typeof referenceSchema>;
type ReferencePool = z.infer<typeof poolSchema>;

/** A point as the artifact keeps it. */
export function referenceOf({
  point,
  ttftMs,
  tpotMs,
  measuredOn,
  origin,
}: DisaggregatedObservation): Reference {
  const pool = ({
    workers,
    parallelism: { tp, pp, dp, ep },
  }: DisaggregatedPoint['prefill']): ReferencePool => [workers, tp, pp, dp, ep];
  return {
    model: point.model.model_code,
    gpu: point.gpu.gpu_model,
    framework: point.framework,
    version: point.frameworkVersion,
    precision: point.precision,
    isl: point.isl,
    osl: point.osl,
    concurrency: point.concurrency,
    prefill: pool(point.prefill),
    decode: pool(point.decode),
    ttftMs,
    tpotMs,
    measuredOn,
    origin,
  };
}

/** The point that an artifact keeps; null where the catalog lacks its model or GPU. */
export function observationOf(reference: Reference, catalog: Catalog): DisaggregatedObservation | null {
  const model = catalog.models.get(reference.model);
  const gpu = catalog.gpus.get(reference.gpu);
  if (model === undefined || gpu === undefined) return null;
  const pool = ([workers, tp, pp, dp, ep]: ReferencePool): { workers: number; parallelism: Parallelism } => ({
    workers,
    parallelism: { tp, pp, dp, ep },
  });
  return {
    point: {
      mode: 'disaggregated',
      model,
      gpu,
      framework: reference.framework,
      frameworkVersion: reference.version,
      precision: reference.precision,
      kvPrecision: null,
      isl: reference.isl,
      osl: reference.osl,
      concurrency: reference.concurrency,
      prefill: pool(reference.prefill),
      decode: pool(reference.decode),
    },
    ttftMs: reference.ttftMs,
    tpotMs: reference.tpotMs,
    measuredOn: reference.measuredOn,
    origin: reference.origin,
  };
}

/** A kept point as answers show it; `index` is its place in the artifact. */
export function nearestOf(reference: Reference, similarity: number, index: number): NearestPoint {
  const [decodeWorkers, tp, pp, dp, ep] = reference.decode;
  const [prefillWorkers, ptp, ppp, pdp] = reference.prefill;
  const gpus = decodeWorkers * tp * pp * dp + prefillWorkers * ptp * ppp * pdp;
  const { isl, osl, concurrency, ttftMs, tpotMs } = reference;
  return {
    point_id: `disaggregated-${index}`,
    similarity,
    model_code: reference.model,
    gpu_model: reference.gpu,
    framework: reference.framework,
    framework_version: reference.version,
    precision: reference.precision,
    gpus,
    tp,
    ep,
    dp,
    isl,
    osl,
    concurrency,
    ttft_ms: ttftMs,
    tpot_ms: tpotMs,
    tokens_per_sec_per_gpu: tokensPerSecPerGpu(concurrency, osl, endToEndMs(ttftMs, tpotMs, osl), gpus),
    measured_on: reference.measuredOn,
    source: `${reference.origin}; NVIDIA aiconfigurator silicon_sample.csv @095f58a5 (Apache-2.0)`,
    provenance: 'published',
    job_id: null,
  };
}
