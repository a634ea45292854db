import type { SpecMethod } from '#contract/sizer/codes.ts';

/** Speculative decoding as it is set up: `depth` draft tokens a step, of which `meanAccepted` are kept on the mean. */
export interface Speculation {
  readonly method: SpecMethod;
  /** Draft tokens proposed each step; default of the method where not given. */
  readonly depth?: number | null;
  /** Measured mean of draft tokens accepted a step, 0 to depth; null: not known. */
  readonly meanAccepted: number | null;
}

/** Draft tokens a step where none is named. Our choice after what the frameworks' guides show: one MTP layer run once, EAGLE-3 with three, n-gram with four. */
export const DEFAULT_DEPTH: Readonly<Record<SpecMethod, number>> = { none: 0, mtp: 1, eagle3: 3, ngram: 4 };

/** Time of drafting, as a share of a step for each draft token [guess]: an MTP or EAGLE layer is one of many, n-gram look-up is free. */
const DRAFT_SHARE: Readonly<Record<SpecMethod, number>> = { none: 0, mtp: 0.03, eagle3: 0.03, ngram: 0 };

/** What speculation makes of TPOT. */
export interface SpeculativeResult {
  readonly tpotMs: number;
  /** Output tokens a step: 1 + accepted. */
  readonly tokensPerStep: number;
  /** TPOT without it over TPOT with it; below 1 it slows down. */
  readonly speedup: number;
  /** Set where the figure is not to be trusted, and says why. */
  readonly warning: string | null;
}

/**
 * TPOT with speculative decoding: step(B·(n + 1)) · (1 + n·draft) / (1 + a). `stepMs(tokens)` is the decode step that computes that
 * many tokens at once; KV cache is read once per sequence, so the caller keeps that part at `running` sequences. Without a measured
 * acceptance nothing is gained on paper: TPOT stays as it is and a warning says so. Source: sizer notes 2.8.
 */
export function speculativeTpot(
  stepMs: (tokens: number) => number,
  running: number,
  speculation: Speculation,
): SpeculativeResult {
  const plain = stepMs(running);
  const { method, meanAccepted } = speculation;
  if (method === 'none') return { tpotMs: plain, tokensPerStep: 1, speedup: 1, warning: null };
  if (meanAccepted === null) {
    const warning = `${method}: no mean acceptance length is given, so no gain is counted. Give spec_accept_length as measured on your own prompts.`;
    return { tpotMs: plain, tokensPerStep: 1, speedup: 1, warning };
  }
  const depth = speculation.depth ?? Math.max(DEFAULT_DEPTH[method], Math.ceil(meanAccepted));
  const accepted = Math.min(Math.max(0, meanAccepted), depth);
  const step = stepMs(running * (depth + 1)) * (1 + depth * DRAFT_SHARE[method]);
  const tpotMs = step / (1 + accepted);
  const tooMany =
    meanAccepted > depth
      ? `${method}: ${meanAccepted} accepted tokens a step exceed its ${depth} drafts; ${depth} is taken.`
      : null;
  const slower =
    tpotMs > plain
      ? `${method} slows this down: at ${Math.round(running)} running requests verifying ${depth + 1} tokens each costs more than ${accepted} accepted ones save.`
      : null;
  return { tpotMs, tokensPerStep: 1 + accepted, speedup: plain / tpotMs, warning: slower ?? tooMany };
}
