import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Span } from '../text/draft.ts';

export type FeatureKey = keyof SolveFeatures;

/**
 * One thing that a message asks to change. `set` replaces, `lift` takes a constraint away, `add` and `exclude` edit a list (of GPU
 * models or vendors), `multiply` and `plus` change a number that stands already. `note` is an assumption to be listed.
 */
export type Change =
  | {
      readonly op: 'set';
      readonly feature: FeatureKey;
      readonly value: unknown;
      readonly span: Span;
      readonly note?: string | undefined;
    }
  | {
      readonly op: 'lift';
      readonly feature: FeatureKey;
      readonly span: Span;
      readonly note?: string | undefined;
    }
  | {
      readonly op: 'add' | 'exclude';
      readonly feature: 'allowed_gpu_models' | 'allowed_vendors';
      readonly value: readonly string[];
      readonly span: Span;
      readonly note?: string | undefined;
    }
  | {
      readonly op: 'multiply' | 'plus';
      readonly feature: FeatureKey;
      readonly value: number;
      readonly span: Span;
      readonly note?: string | undefined;
    }
  /** Requests a second: tokens a second once the answer length is known. */
  | {
      readonly op: 'requests_per_sec';
      readonly value: number;
      readonly span: Span;
      readonly note?: string | undefined;
    }
  /** Speculative decoding without a method: the model decides which. */
  | { readonly op: 'speculate'; readonly span: Span; readonly note?: string | undefined };

/** Something in a message that must be asked about before a plan is made. */
export interface Doubt {
  readonly feature: FeatureKey | 'currency' | 'tokens' | 'modality';
  readonly question: string;
  readonly options: readonly string[];
  readonly span: Span;
}

/** Where readers put what they find. */
export interface Findings {
  readonly changes: Change[];
  readonly doubts: Doubt[];
  /** Understood, but not a feature: said back so that nothing is swallowed. */
  readonly remarks: string[];
}
