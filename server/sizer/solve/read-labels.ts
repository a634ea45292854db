import { SPEC_METHODS, type SizerFramework, type SpecMethod } from '#contract/sizer/codes.ts';
import type { Notes } from './notes.ts';

const FRAMEWORK_LABELS: Readonly<Record<string, SizerFramework>> = {
  vllm: 'vllm',
  sglang: 'sglang',
  sgl: 'sglang',
  trtllm: 'trt-llm',
  tensorrtllm: 'trt-llm',
  tensorrt: 'trt-llm',
  trt: 'trt-llm',
};

function squash(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The framework a label means (`TensorRT-LLM` is trt-llm), or null: never guessed. */
export function readFramework(label: string): SizerFramework | null {
  return FRAMEWORK_LABELS[squash(label)] ?? null;
}

const SPEC_LABELS: Readonly<Record<string, SpecMethod>> = {
  mtp: 'mtp',
  nextn: 'mtp',
  eagle: 'eagle3',
  eagle3: 'eagle3',
  ngram: 'ngram',
  promptlookup: 'ngram',
};

/** The speculative method of a label; an unknown one, or one without a measured acceptance length, gives a warning and no gain. */
export function readSpecMethod(label: string | null, acceptLength: number | null, notes: Notes): SpecMethod {
  if (label === null) return 'none';
  const method = SPEC_LABELS[squash(label)];
  if (method === undefined) {
    notes.warnings.push(
      `Speculative method ${label} is not known (${SPEC_METHODS.join(', ')}): sized without speculative decoding.`,
    );
    return 'none';
  }
  if (acceptLength === null) {
    notes.warnings.push(
      `No mean acceptance length was given for ${method} (spec_accept_length): without a measured one no gain is assumed.`,
    );
  }
  return method;
}
