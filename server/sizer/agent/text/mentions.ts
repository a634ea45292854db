import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Span } from './draft.ts';

/** A model that the message names; without `model` it is not settled which, and `nearest` are the choices. */
export interface ModelMention {
  readonly span: Span;
  readonly model: AiModelFact | null;
  readonly isKnownName: boolean;
  readonly nearest: readonly AiModelFact[];
  readonly note: string | null;
  /** Only a size was said: `405b`. */
  readonly isSize: boolean;
}

/** An accelerator, a generation (`Hopper`) or a product line (`Gaudi`) that the message names. */
export interface GpuMention {
  readonly span: Span;
  /** What it stands for when it is wanted; empty: not in the catalog. */
  readonly wanted: readonly GpuFact[];
  /** What it covers when it is ruled out: every form of it. */
  readonly family: readonly GpuFact[];
  readonly isGroup: boolean;
  readonly nearest: readonly GpuFact[];
  readonly note: string | null;
}

export interface VendorMention {
  readonly span: Span;
  readonly vendor: GpuFact['vendor'];
}

export interface LabelMention {
  readonly span: Span;
  /** The code of it, or the label as typed where it is none that the sizer knows. */
  readonly code: string;
}

/** Names in a message, each by the number in its placeholder: `⟦g1⟧` is `gpus[1]`. */
export interface Mentions {
  readonly models: ModelMention[];
  readonly gpus: GpuMention[];
  readonly vendors: VendorMention[];
  readonly frameworks: LabelMention[];
  readonly precisions: LabelMention[];
  readonly specs: LabelMention[];
}

export function noMentions(): Mentions {
  return { models: [], gpus: [], vendors: [], frameworks: [], precisions: [], specs: [] };
}
