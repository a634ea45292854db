import { allReduceMs, allReduceRounds } from './communication.ts';
import { kvReadBytes, type DeploymentShape } from './deployment-shape.ts';

/** Parts of one decode step at peak rates, ms; the trained coefficients say what share of the peak is reached. */
export interface DecodeStep {
  readonly denseMs: number;
  readonly expertMs: number;
  readonly kvMs: number;
  readonly flopMs: number;
  readonly attentionFlopMs: number;
  /** Thousand link latencies: rounds of all-reduce / 1,000. */
  readonly kiloRounds: number;
  readonly allReduceMs: number;
}

/**
 * Share of the experts that a batch touches: 1 − (1 − k/E)^B. Near k/E for one sequence, near 1 from about 3·E/k sequences on; assumes
 * that tokens choose independently.
 */
export function touchedShare(pickedShare: number, sequences: number): number {
  return 1 - Math.pow(1 - pickedShare, Math.max(1, sequences));
}

/**
 * One decode step of `running` sequences whose mean context is `context` tokens: weights and KV cache read once, and the arithmetic.
 * Memory-bound on GPUs rich in FLOPS. Source: roofline of the step, sizer notes 2.2.
 */
export function decodeStep(shape: DeploymentShape, running: number, context: number): DecodeStep {
  const batch = running / shape.stages;
  const perGroup = batch / shape.groups;
  const { bytesPerMs } = shape.rates;
  const expertShare = shape.expertBytes === 0 ? 0 : touchedShare(shape.pickedShare, batch);
  return {
    denseMs: shape.denseBytes / bytesPerMs,
    expertMs: (expertShare * shape.expertBytes) / bytesPerMs,
    kvMs: (perGroup * kvReadBytes(shape, context)) / bytesPerMs,
    flopMs: perGroup * (shape.attentionMsPerToken + shape.headMsPerToken) + batch * shape.mlpMsPerToken,
    attentionFlopMs: perGroup * Math.min(context, shape.kvReadLimit) * shape.decodeKeyMs,
    kiloRounds: (2 * shape.layers * allReduceRounds(shape.width)) / 1000,
    allReduceMs:
      2 * shape.layers * allReduceMs(perGroup * shape.hidden * 2, shape.width, shape.linkBytesPerMs),
  };
}
