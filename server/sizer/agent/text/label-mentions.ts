import { isSlipOf } from '../../model/edit-distance.ts';
import { resolvePrecision } from '../../model/precision.ts';
import type { Draft } from './draft.ts';
import type { Mentions } from './mentions.ts';

const FRAMEWORKS: readonly { readonly words: RegExp; readonly code: string | null }[] = [
  { words: /(?<![\w⟦])(?:vllm|v-llm|v llm|v l l m|vlm|vvlm|vlllm|vllms|vll,m)(?!\w)/gi, code: 'vllm' },
  { words: /(?<![\w⟦])(?:sg[ -]?lang|sgl|sglan|slgang|sglnag|sg long)(?!\w)/gi, code: 'sglang' },
  { words: /(?<![\w⟦])(?:trt[ -]?llm|tensor ?rt(?:[ -]?llm)?|trt|tensorrtllm)(?!\w)/gi, code: 'trt-llm' },
  {
    words:
      /(?<![\w⟦])(?:tgi|text generation inference|llama\.?cpp|ollama|lmdeploy|mlc(?:-llm)?|deepspeed(?:-mii)?|lm ?studio|exllama(?:v2)?|aphrodite|max serve|triton)(?!\w)/gi,
    code: null,
  },
];
const PRECISION =
  /(?<![\w⟦.])(?:nv ?fp ?4|mx ?fp ?4|fp ?-?(?:4|6|8|16|32)|bf ?-?16|bfloat ?16|float ?(?:8|16|32)|int ?-?[248]|w\d+a\d+|awq|gptq|e4m3|q[48](?:_\w+)?|(?:[248]|16|32)[ -]?bits?|half[ -]precision|full[ -]precision|unquantized|unquantised)(?![\w.]*\w)/gi;
const SPEC: readonly { readonly words: RegExp; readonly code: string }[] = [
  { words: /(?<![\w⟦])(?:mtp|multi[- ]token prediction|nextn)(?!\w)/gi, code: 'mtp' },
  { words: /(?<![\w⟦])eagle(?:[ -]?[23])?(?!\w)/gi, code: 'eagle3' },
  { words: /(?<![\w⟦])(?:n-?gram|prompt lookup)(?!\w)/gi, code: 'ngram' },
  {
    words: /(?<![\w⟦])(?:spec(?:ulative)?[ -]?dec(?:oding|ode)?|speculation|speculative)(?!\w)/gi,
    code: 'any',
  },
];

/** Marks frameworks `⟦f0⟧`, precisions `⟦p0⟧` and speculative methods `⟦s0⟧`. */
export function markLabels(draft: Draft, mentions: Mentions): void {
  for (const { words, code } of FRAMEWORKS) {
    draft.rewrite(words, (match, span) => {
      mentions.frameworks.push({ span, code: code ?? match[0].toLowerCase() });
      return `⟦f${mentions.frameworks.length - 1}⟧`;
    });
  }
  draft.rewrite(/(?<![\w⟦])[a-z]{5,7}(?![\w])/gi, (match, span) => {
    if (!isSlipOf(match[0].toLowerCase(), 'sglang')) return null;
    mentions.frameworks.push({ span, code: 'sglang' });
    return `⟦f${mentions.frameworks.length - 1}⟧`;
  });
  draft.rewrite(PRECISION, (match, span) => {
    const label = match[0].toLowerCase();
    const code =
      resolvePrecision(label.replace(/precision|bits?/g, (word) => (word.startsWith('bit') ? 'bit' : ''))) ??
      label.replace(/ /g, '');
    mentions.precisions.push({ span, code });
    return `⟦p${mentions.precisions.length - 1}⟧`;
  });
  for (const { words, code } of SPEC) {
    draft.rewrite(words, (_, span) => {
      mentions.specs.push({ span, code });
      return `⟦s${mentions.specs.length - 1}⟧`;
    });
  }
}
