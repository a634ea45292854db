import type { Draft } from '../text/draft.ts';
import { N } from './amount.ts';
import type { FeatureKey, Findings } from './change.ts';

const SUBJECTS: readonly { readonly words: RegExp; readonly feature: FeatureKey }[] = [
  { words: /budget|money|spend/, feature: 'budget_usd' },
  { words: /concurren|in flight|parallel/, feature: 'conc' },
  { words: /throughput|tokens per second|tok\/s|tps/, feature: 'target_tokens_per_sec' },
  { words: /latency|p ?99/, feature: 'max_latency_p99_ms' },
  { words: /nodes?|servers?/, feature: 'max_nodes' },
  { words: /users?|load|traffic/, feature: 'active_users_peak' },
  { words: /input|prompts?|context|isl/, feature: 'isl' },
  { words: /outputs?|answers?|osl|completions?/, feature: 'osl' },
];
const SUBJECT = String.raw`(budget|concurrency|throughput(?: target)?|latency(?: limit)?|p ?99|nodes?(?: limit)?|users?|load|traffic|inputs?|prompts?(?: length)?|context|outputs?|answers?(?: length)?)`;
const FACTORS: Readonly<Record<string, number>> = {
  doubl: 2,
  twice: 2,
  tripl: 3,
  quadrupl: 4,
  halv: 0.5,
  half: 0.5,
  cut: 0.5,
};

/** Changes against what stands: "double the concurrency", "half the budget", "raise the budget by 20 %", "add another 100k". */
export function readRelative(draft: Draft, found: Findings): void {
  const feature = (words: string) => SUBJECTS.find((subject) => subject.words.test(words))?.feature;
  draft.take(
    new RegExp(
      String.raw`\b(doubl|tripl|quadrupl|halv|half|twice)(?:e|ing|es)?\s+(?:the |our |that |as (?:many|much) )?${SUBJECT}(?! (?:is|are|for|coding|rag|customer|agentic)\b)`,
      'g',
    ),
    (match, span) => {
      const key = feature(match[2] ?? '');
      const value = FACTORS[match[1] ?? ''];
      if (key === undefined || value === undefined) return false;
      found.changes.push({ op: 'multiply', feature: key, value, span });
      return true;
    },
  );
  draft.take(
    new RegExp(String.raw`\b(?:cut|reduce|lower|slash) (?:the |our )?${SUBJECT} (?:in|by) half\b`, 'g'),
    (match, span) => {
      const key = feature(match[1] ?? '');
      if (key === undefined) return false;
      found.changes.push({ op: 'multiply', feature: key, value: 0.5, span });
      return true;
    },
  );
  draft.take(
    new RegExp(
      String.raw`\b(increase|raise|up|bump(?: up)?|reduce|lower|cut|decrease|drop|shrink)\s+(?:the |our )?${SUBJECT}\s+by\s+(\$)?${N}\s?(%|percent)?`,
      'g',
    ),
    (match, span) => {
      const key = feature(match[2] ?? '');
      if (key === undefined) return false;
      const sign = /reduce|lower|cut|decrease|drop|shrink/.test(match[1] ?? '') ? -1 : 1;
      const amount = Number(match[4]);
      if (match[5] !== undefined)
        found.changes.push({ op: 'multiply', feature: key, value: 1 + (sign * amount) / 100, span });
      else found.changes.push({ op: 'plus', feature: key, value: sign * amount, span });
      return true;
    },
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:(?:we have |we got |add |plus )?(?:another|an additional|an extra)|add)\s+\$\s?${N}(?: (?:to|of|for) (?:the )?budget)?`,
      'g',
    ),
    (match, span) => {
      found.changes.push({ op: 'plus', feature: 'budget_usd', value: Number(match[1]), span });
    },
  );
  draft.take(
    new RegExp(String.raw`\b${N}\s?x (?:the |as many |as much |more )${SUBJECT}`, 'g'),
    (match, span) => {
      const key = feature(match[2] ?? '');
      if (key === undefined) return false;
      found.changes.push({ op: 'multiply', feature: key, value: Number(match[1]), span });
      return true;
    },
  );
}
