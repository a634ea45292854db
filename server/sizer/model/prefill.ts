import { allReduceMs } from './communication.ts';
import type { DeploymentShape } from './deployment-shape.ts';

/** Parts of the prefill of one prompt at peak rates, ms. */
export interface PrefillPass {
  readonly flopMs: number;
  readonly attentionMs: number;
  readonly allReduceMs: number;
  /** Thousand linear-attention layers × prompt/1,024: their scan does not follow the FLOP count. */
  readonly linearScan: number;
  readonly kiloTokens: number;
}

/**
 * Prefill of a prompt of `isl` tokens: 2 FLOP per active weight and token, causal attention (half of isl²), two all-reduces of the
 * activations (2 bytes) per layer. Source: sizer notes 2.3.
 */
export function prefillPass(shape: DeploymentShape, isl: number): PrefillPass {
  return {
    flopMs: isl * (shape.attentionMsPerToken + shape.mlpMsPerToken),
    attentionMs: (isl * isl * shape.prefillKeyMs) / 2,
    allReduceMs: 2 * shape.layers * allReduceMs(isl * shape.hidden * 2, shape.width, shape.linkBytesPerMs),
    linearScan: (shape.linearLayers / 1000) * (isl / 1024),
    kiloTokens: isl / 1000,
  };
}
