import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { resolveModel } from '../../model/catalog-names.ts';
import { isSlipOf } from '../../model/edit-distance.ts';
import { modelNameTokens } from '../../model/model-name-tokens.ts';
import { resolvePrecision } from '../../model/precision.ts';
import type { Draft } from './draft.ts';
import type { Mentions, ModelMention } from './mentions.ts';

/** Models and families that the catalog may not have, so that they are asked about and not passed over. */
const FOREIGN =
  /^(?:gpt-?[2345][\w.-]*|chatgpt|o[134](?:-mini|-pro)?|claude|sonnet|opus|gemini|grok(?:-?\d)?|mistral|ministral|magistral|codestral|pixtral|phi-?\d[\w.-]*|phi|falcon|command-r\+?|yi-\d+b|dbrx|jamba|olmo|granite|codellama|starcoder\d?|bloom|vicuna|whisper|sdxl|flux|bert|ernie|hunyuan|baichuan|internlm|arctic|solar|stablelm|smollm\d?)(?:-[\w.-]+)?$/i;
const SIZE = /^\d+(?:\.\d+)?b$/i;
/** A size that only one family has: `8x22b`. */
const OWN_SIZE = /^\d+x\d+b$/i;
/** What may follow a family's name in a name of several words. */
const PART =
  /^(?:\d+(?:\.\d+)?b|v?\d\.\d|v\d|[a-z]\d+(?:\.\d+)?b?|\d+x\d+b|r1|k2|large|medium|small|nemo|mini|micro|pro|max|turbo|flash|nano|coder|scout|maverick|opus|sonnet|haiku|instruct|chat|thinking|base|distill|distilled|vl|vision|omni|next|air|llama|qwen)(?:-[\w.-]+)?$/i;
/** Make another model of the one before them. */
const OTHER =
  /^(?:distill|distilled|vl|vision|omni|next|guard|embedding|embed|rerank|reranker|air|zero|lite|coder|max)(?:-|$)/i;
const TUNING = /^(?:instruct|chat|thinking|base|0[1-9]\d\d|1[0-2]\d\d|2[4-9]\d\d)$/i;
const WORDS = /[A-Za-z0-9][\w.+]*(?:-[\w.+]+)*/g;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function trimmed(text: string): string {
  return text.replace(/[.\-_]+$/, '');
}

/** Words and whether the next one follows after nothing but a space. */
function wordsOf(value: string): (Word & { readonly isJoined: boolean })[] {
  const words = [...value.matchAll(WORDS)].map((match) => {
    const text = trimmed(match[0]);
    return { text, start: match.index, end: match.index + text.length };
  });
  return words.map((word, index) => {
    const next = words[index + 1];
    return { ...word, isJoined: next !== undefined && /^[ ]{1,2}$/.test(value.slice(word.end, next.start)) };
  });
}

/** First words of the catalog's names and the words that stand for a model by themselves. */
function starters(models: readonly AiModelFact[]): Set<string> {
  const words = new Set<string>();
  for (const model of models) {
    for (const token of modelNameTokens(model.model_name)) {
      if (/^[a-z]{3,}$/.test(token) && !['flash', 'nano', 'large', 'small', 'mini'].includes(token))
        words.add(token);
    }
  }
  return words;
}

const ALONE = /^(?:r1|k2|k2\.5|v3\.1|v3\.2|gtp(?:-oss.*)?)$/i;
/** English and other words that a slip of a family's name must not be made of. */
const NO_SLIP = new Set([
  'mini',
  'code',
  'coded',
  'coding',
  'codes',
  'coders',
  'memo',
  'when',
  'script',
  'shout',
  'scale',
]);

function isStart(word: Word, next: Word | undefined, known: ReadonlySet<string>): boolean {
  const [first = ''] = modelNameTokens(word.text);
  if (known.has(first) || ALONE.test(word.text)) return true;
  if (!/^[a-z]{4,}$/.test(first) || NO_SLIP.has(first)) return false;
  const hasMore = /\d/.test(word.text) || (next !== undefined && /^(?:\d|[rkvm]\d)/i.test(next.text));
  return hasMore && [...known].some((family) => isSlipOf(first, family));
}

interface Found {
  readonly from: number;
  readonly to: number;
  readonly mention: Omit<ModelMention, 'span'>;
}

function settled(model: AiModelFact, note: string | null): Found['mention'] {
  return { model, isKnownName: true, nearest: [], note, isSize: false };
}

function open(text: string, models: readonly AiModelFact[]): Found['mention'] {
  const match = resolveModel(text, models);
  if (match.kind === 'exact') return settled(match.value, match.note);
  return {
    model: null,
    isKnownName: match.kind === 'ambiguous',
    nearest: match.nearest,
    note: null,
    isSize: false,
  };
}

function findAt(
  words: readonly (Word & { readonly isJoined: boolean })[],
  at: number,
  value: string,
  models: readonly AiModelFact[],
): Found | null {
  let last = at;
  while (last - at < 6 && words[last]?.isJoined === true) last++;
  const textOf = (to: number) => value.slice(words[at]?.start, words[to]?.end);
  for (let to = at; to <= last; to++) {
    const match = resolveModel(textOf(to), models);
    if (match.kind !== 'exact') continue;
    // More of the name may follow, or a word that makes it another model.
    let end = to;
    for (let next = to + 1; next <= last; next++) {
      const word = words[next]?.text ?? '';
      if (OTHER.test(word) && !/^max/i.test(word)) {
        const longer = resolveModel(textOf(next), models);
        if (longer.kind === 'exact') return findAt(words.slice(0, next + 1), at, value, models) ?? null;
        let unknownEnd = next;
        while (unknownEnd < last && PART.test(words[unknownEnd + 1]?.text ?? '')) unknownEnd++;
        return { from: at, to: unknownEnd, mention: open(textOf(unknownEnd), models) };
      }
      const isMore = TUNING.test(word) || (!/^\d+(?:\.\d+)?$/.test(word) && PART.test(word));
      const longer = isMore ? resolveModel(textOf(next), models) : null;
      if (longer?.kind !== 'exact') break;
      if (longer.value !== match.value)
        return { from: at, to: next, mention: settled(longer.value, longer.note) };
      if (
        TUNING.test(word) &&
        /^\d/.test(word) &&
        /^\s*(?:tok|in\b|out\b|con|user|\/)/i.test(value.slice(words[next]?.end))
      )
        break;
      end = next;
    }
    return { from: at, to: end, mention: settled(match.value, match.note) };
  }
  let to = at;
  while (to < last && PART.test(words[to + 1]?.text ?? '')) to++;
  // "gpt oss": more of the name, still open which.
  for (let next = to + 1; next <= last; next++) {
    if (
      /^\d/.test(words[next]?.text ?? '') ||
      resolveModel(textOf(next), models).kind !== 'ambiguous' ||
      modelNameTokens(textOf(next)).length === modelNameTokens(textOf(to)).length
    )
      break;
    to = next;
  }
  return { from: at, to, mention: open(textOf(to), models) };
}

/** Marks every model named as `⟦m0⟧`, `⟦m1⟧` …; a precision inside a name (`DeepSeek-R1-FP4`) stays behind as a word of its own. */
export function markModels(draft: Draft, models: readonly AiModelFact[], mentions: Mentions): void {
  const known = starters(models);
  const put = (mention: Omit<ModelMention, 'span'>, span: ModelMention['span']) => {
    mentions.models.push({ ...mention, span });
    const label =
      span.text.split(/[\s\-_/]+/).find((part) => /\d/.test(part) && resolvePrecision(part) !== null) ??
      span.text.split(/[\s\-_/]+/).find((part) => /^(?:awq|gptq)$/i.test(part));
    return `⟦m${mentions.models.length - 1}⟧${label === undefined ? '' : ` ${label}`}`;
  };
  draft.rewrite(/\bdeep seek\b/gi, () => 'deepseek');
  draft.rewrite(/\bg p t o s s\b|\bgpt o s s\b/gi, () => 'gpt-oss');
  // "a 70b llama"
  draft.rewrite(
    /\b(\d+(?:\.\d+)?b)[ -](llama|qwen|gemma|mixtral|gpt-oss|nemotron)(?![\w.-]|\s+\d)/gi,
    (match) => `${match[2] ?? ''} ${match[1] ?? ''}`,
  );
  // Hugging Face ids first: an owner, a slash, a name.
  draft.rewrite(/(?<![\w./])([A-Za-z][\w.-]*)\/([A-Za-z][\w.-]*\d[\w.-]*)/g, (match, span) => {
    const name = trimmed(match[2] ?? '');
    const found = resolveModel(name, models);
    if (found.kind === 'exact') return put(settled(found.value, found.note), span);
    const isOwner = /-|ai$|^(?:qwen|openai|google|nvidia|microsoft|meta)$/i.test(match[1] ?? '');
    return isOwner && !/^[a-z]?\d+[a-z]?$/i.test(name) ? put(open(name, models), span) : null;
  });
  const words = wordsOf(draft.value);
  const found: Found[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || draft.value[word.start - 1] === '⟦') continue;
    const before = draft.value.slice(Math.max(0, word.start - 2), word.start);
    let hit: Found | null = null;
    if (FOREIGN.test(word.text) && !/^gpt-?oss/i.test(word.text)) {
      const isCommonWord = /^(?:opus|falcon|solar|flux|bloom|arctic|granite|phi|sonnet)$/i.test(word.text);
      const next = words[at + 1];
      let to = at;
      while (words[to]?.isJoined === true && PART.test(words[to + 1]?.text ?? '') && to - at < 4) to++;
      if (!isCommonWord || to > at || (next !== undefined && /^\d/.test(next.text))) {
        hit = { from: at, to, mention: open(draft.value.slice(word.start, words[to]?.end), models) };
      }
    } else if (OWN_SIZE.test(word.text)) {
      hit = { from: at, to: at, mention: open(word.text, models) };
    } else if (isStart(word, words[at + 1], known)) {
      hit = findAt(words, at, draft.value, models);
    } else if (
      SIZE.test(word.text) &&
      !/[$€£]/.test(before) &&
      !/^\s*(?:dollars|usd|tok|users)/i.test(draft.value.slice(word.end))
    ) {
      const size = resolveModel(word.text, models);
      hit = {
        from: at,
        to: at,
        mention: {
          model: null,
          isKnownName: true,
          nearest: size.kind === 'exact' ? [size.value] : size.nearest,
          note: null,
          isSize: true,
        },
      };
    } else if (
      /^[a-z][a-z.]+[\w.]*-(?:[\w.]+-)*\d+(?:\.\d+)?b(?:-[\w.-]+)?$/i.test(word.text) ||
      /^(?!v?llm)[a-z]*lm-?v?\d[\w.-]*$/i.test(word.text) ||
      (/^[a-z]{3,}[a-z.]*-?\d[\w.-]*$/i.test(word.text) &&
        /\b(?:the model|model called|model named|model:?|serve|serving|deploy|host) ['"]?$/i.test(
          draft.value.slice(Math.max(0, word.start - 16), word.start),
        ))
    ) {
      hit = { from: at, to: at, mention: open(word.text, models) };
    }
    if (hit !== null) {
      found.push(hit);
      at = hit.to;
    }
  }
  const bounds = new Map(found.map((hit) => [words[hit.from]?.start ?? -1, hit]));
  const ends = new Map(found.map((hit) => [words[hit.from]?.start ?? -1, words[hit.to]?.end ?? -1]));
  // One rewriting for all, so that positions stay those of the scan.
  const pattern = [...ends]
    .map(([start, end]) => draft.value.slice(start, end))
    .filter((text) => text !== '');
  if (pattern.length === 0) return;
  const escaped = [...new Set(pattern)]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  draft.rewrite(new RegExp(escaped.join('|'), 'g'), (match, span) => {
    const hit = bounds.get(match.index);
    return hit === undefined ? null : put(hit.mention, span);
  });
}
