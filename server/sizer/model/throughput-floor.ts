import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { computeFloorMs } from './derates.ts';
import type { DeploymentShape } from './deployment-shape.ts';
import { layerCounts } from './parameters.ts';

/** KV cache is read at 80 % of the bandwidth, as the fit to measured points says (1/0.79); attention overlaps with nothing. */
const KV_SLOPE = 1.25;
/**
 * Times that a token's activations pass through memory in one layer, counted in hidden sizes of 2 bytes: norms, attention projections,
 * rotation, residuals and casts; the intermediate values of the MLP, by their width over the hidden size; and for each expert picked the
 * copy that is gathered, scattered and weighed. Orders of magnitude from the kernels; scaled so that the Offline runs of MLPerf v5.1 on GPUs
 * of the training file come out right, and checked on the other accelerators.
 */
const LAYER_PASSES = 28;
const INTERMEDIATE_PASSES = 9;
const EXPERT_COPY_PASSES = 6;

/** Products of many experts with few tokens each reach less of the peak than one large product: H200, Mixtral 8x7B, MLPerf v5.1 Offline. */
const EXPERT_SLOPE = 2.8;

const activations = new WeakMap<DeploymentShape, { readonly model: AiModelFact; readonly ms: number }>();

/** Memory traffic of one token's activations through all layers, ms of each GPU of an attention group. Remembered per shape object. */
export function activationMs(model: AiModelFact, shape: DeploymentShape): number {
  let known = activations.get(shape);
  if (known?.model !== model)
    activations.set(shape, (known = { model, ms: computeActivationMs(model, shape) }));
  return known.ms;
}

function computeActivationMs(model: AiModelFact, shape: DeploymentShape): number {
  const { moe, dense } = layerCounts(model);
  const picked = model.experts_per_tok ?? 0;
  const expertColumns = picked * (model.moe_inter ?? 0) + (model.shared_inter ?? 0);
  const intermediate = dense * (model.dense_ffn ?? 0) + moe * expertColumns;
  const values =
    model.hidden * (LAYER_PASSES * model.layers + EXPERT_COPY_PASSES * picked * moe) +
    INTERMEDIATE_PASSES * intermediate;
  return (2 * values) / shape.attentionWidth / shape.stages / shape.rates.bytesPerMs;
}

/** Work of one step in which decode and prefill are mixed as in a steady stream; times at peak rates, ms. */
export interface MixedStep {
  readonly kvMs: number;
  /** Products with expert weights; all others. */
  readonly expertFlopMs: number;
  readonly flopMs: number;
  readonly attentionFlopMs: number;
  readonly allReduceMs: number;
  /** Tokens of one attention group: each running request's next one, and the prompts that a step must take in. */
  readonly tokens: number;
}

/**
 * Least time of a mixed step, ms, once batches are so large that weights no longer count: KV reads, 1.4 times the arithmetic, all-reduces
 * and activations, one after another. Measured points (up to 512 requests a replica) lie above it almost always, so the trained fit knows
 * nothing of it; at the thousands of requests that throughput runs use it is what bounds.
 */
export function throughputFloorMs(step: MixedStep, activationMsPerToken: number): number {
  return (
    KV_SLOPE * step.kvMs +
    computeFloorMs(step.flopMs, step.attentionFlopMs) +
    EXPERT_SLOPE * step.expertFlopMs +
    step.allReduceMs +
    step.tokens * activationMsPerToken
  );
}
