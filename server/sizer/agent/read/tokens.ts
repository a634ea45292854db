import type { Draft, Span } from '../text/draft.ts';
import { grouped, N } from './amount.ts';
import type { Findings } from './change.ts';

/** English prose has about four tokens for three words. */
const TOKENS_PER_WORD = 4 / 3;

const IN = String.raw`(?:inputs?(?: (?:tokens?|length|size|sequence length|sequence|lengths|context))?|input_len(?:gth)?|isl|prompts?(?: (?:tokens?|length|size|lengths|sizes))?|prompt_len|questions?|context(?: (?:length|window|size))?|ctx(?:_len)?|documents?|docs?|requests? (?:length|size)|incoming|prefill(?: tokens?)?|in(?=\s*[:=]))`;
const OUT = String.raw`(?:outputs?(?: (?:tokens?|length|size|sequence length|sequence|lengths))?|output_len(?:gth)?|osl|completions?(?: (?:tokens?|length|size))?|answers?(?: (?:tokens?|length|size|lengths))?|replies|reply|responses?(?: (?:tokens?|length|size|lengths))?|generations?(?: length)?|gens?|gen tokens|resps?|generated(?: tokens?)?|summar(?:y|ies)|outgoing|decode tokens|out(?=\s*[:=]))`;
/** Words between a keyword and its number. */
const GLUE = String.raw`(?:\s+(?:of|is|are|with|at|to|be|being|was|were|a|an|the|will be|should be|shall be|must be|can be|of about|go|goes|get|around|length|lengths|long|size|sized|tokens?|toks?|max|average|mean|each|up to|under|at most|become|becomes|run|runs|have|has|say|now|just|only|instead of \d+)|\s*[:=~(])*\s*`;
const UNIT = String.raw`(?:[ -]?(tokens?|toks?|tkns?|tks|t|words?)\b)?`;
/** Words between a number and its keyword. */
const LINK = String.raw`(?:[ -]+(?:of|for|per|long|the|in the|as|size|sized|max|average|in|each|token|tokens|length)(?=\b))*[ -]*`;
const NUM = String.raw`(?<![\w.$⟦]|=\s?|\w:)${N}`;

interface Found {
  readonly feature: 'isl' | 'osl';
  readonly value: number;
  readonly index: number;
}

/** Prompt and answer lengths: `isl`, `osl`. */
export function readTokens(draft: Draft, found: Findings): void {
  const set = (feature: 'isl' | 'osl', amount: number, unit: string | undefined, span: Span) => {
    const isWords = unit?.startsWith('word') === true;
    const value = Math.max(1, Math.round(amount * (isWords ? TOKENS_PER_WORD : 1)));
    if (amount <= 0) return;
    found.changes.push({
      op: 'set',
      feature,
      value,
      span,
      note: isWords ? `“${span.text.trim()}”: ${grouped(value)} tokens, four for three words.` : undefined,
    });
  };
  // Both at once: "1024/128", "8k in / 1k out" is left to the words below.
  draft.take(
    new RegExp(
      String.raw`(?:\b(?:isl|input)\s*\/\s*(?:osl|output)\s*(?:of|is|=|:)?\s*|\bshapes?(?: of| is|:)?\s*|\btokens?(?: of|:)?\s*)?(?<![\w.$/⟦])(\d+)\s*(?:tokens?|tok)?\s*(?:\/|\||->|=>|→|:(?=\d)|\+(?=\s*\d+\s*tok))\s*(\d+)(?![\w/]|\.\d|\s*(?:ms|s\b|sec|split|mix))(?:\s*(?:tokens?|tok|isl\/osl|in\/out|input\/output|shape))*`,
      'g',
    ),
    (match, span) => {
      const [input, output] = [Number(match[1]), Number(match[2])];
      if ((input === 24 && output === 7) || input < 8 || output < 1) return false;
      if (input + output === 100 && /\b(?:rag|coding|support|agent|mix|split)/.test(draft.value))
        return false;
      set('isl', input, undefined, span);
      set('osl', output, undefined, span);
      return true;
    },
  );
  draft.take(
    new RegExp(
      String.raw`${NUM}${UNIT}\s*(?:both )?(?:in and out|in & out|input and output|in\/out|each way|both ways|in both directions|for both|prompts? and (?:answers?|completions?|responses?)|for (?:both )?input and output|of input and output)\b`,
      'g',
    ),
    (match, span) => {
      set('isl', Number(match[1]), match[2], span);
      set('osl', Number(match[1]), match[2], span);
    },
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:in and out|input and output|isl and osl|prompts? and (?:answers?|completions?|responses?|outputs?)|both)${GLUE}${N}${UNIT}(?!\.?\w|%)`,
      'g',
    ),
    (match, span) => {
      if (match[0].startsWith('both') && match[2] === undefined && Number(match[1]) < 64) return false;
      set('isl', Number(match[1]), match[2], span);
      set('osl', Number(match[1]), match[2], span);
      return true;
    },
  );
  const keyFirst = [
    { feature: 'isl', pattern: new RegExp(String.raw`(?<![\w⟦-])${IN}${GLUE}${N}${UNIT}(?!\.?\w|%)`, 'g') },
    { feature: 'osl', pattern: new RegExp(String.raw`(?<![\w⟦-])${OUT}${GLUE}${N}${UNIT}(?!\.?\w|%)`, 'g') },
  ] as const;
  const numberFirst = [
    {
      feature: 'isl',
      pattern: new RegExp(
        String.raw`${NUM}${UNIT}${LINK}(?:${IN}|in(?:coming|put)?)(?![\w]|\s+(?:flight|parallel|total|production|the|a|our|under|less|at)\b)`,
        'g',
      ),
    },
    {
      feature: 'osl',
      pattern: new RegExp(String.raw`${NUM}${UNIT}${LINK}(?:${OUT}|out(?:put)?)(?![\w])`, 'g'),
    },
  ] as const;
  const first = (patterns: readonly { readonly pattern: RegExp }[]) =>
    Math.min(
      ...patterns.map(({ pattern }) => {
        const index = draft.value.search(new RegExp(pattern.source));
        return index < 0 ? Number.POSITIVE_INFINITY : index;
      }),
    );
  const runAll = (patterns: readonly { readonly feature: 'isl' | 'osl'; readonly pattern: RegExp }[]) => {
    // In the order of the text, so that "2000 in 500 out" pairs from the left.
    for (let guard = 0; guard < 20; guard++) {
      let best: Found | null = null;
      for (const { feature, pattern } of patterns) {
        const match = new RegExp(pattern.source).exec(draft.value);
        if (match !== null && (best === null || match.index < best.index))
          best = { feature, value: 0, index: match.index };
      }
      if (best === null) return;
      const chosen = best;
      const pattern = patterns.find(({ feature }) => feature === chosen.feature)?.pattern;
      if (pattern === undefined) return;
      const done: number[] = [];
      draft.take(new RegExp(pattern.source, 'g'), (match, span) => {
        if (done.length > 0 || match.index !== chosen.index) return false;
        done.push(match.index);
        set(chosen.feature, Number(match[1]), match[2], span);
        return true;
      });
      if (done.length === 0) return;
    }
  };
  if (first(keyFirst) < first(numberFirst)) {
    runAll(keyFirst);
    runAll(numberFirst);
  } else {
    runAll(numberFirst);
    runAll(keyFirst);
  }
  // "8000 token context", "up to 128k tokens": one length without saying which is the prompt's.
  const has = (feature: 'isl' | 'osl') =>
    found.changes.some((change) => change.op === 'set' && change.feature === feature);
  draft.take(
    new RegExp(String.raw`${NUM}[ -]?(tokens?|toks?|words?)\b(?!\s*(?:\/|per|a |each s))`, 'g'),
    (match, span) => {
      if (!has('isl')) {
        set('isl', Number(match[1]), match[2], span);
        found.changes.push({
          op: 'set',
          feature: 'isl',
          value: Math.round(Number(match[1]) * (match[2]?.startsWith('word') ? TOKENS_PER_WORD : 1)),
          span,
          note: `“${span.text.trim()}” taken as the prompt length.`,
        });
      } else if (!has('osl')) {
        set('osl', Number(match[1]), match[2], span);
      } else return false;
      return true;
    },
  );
}
