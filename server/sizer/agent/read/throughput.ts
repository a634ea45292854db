import type { Draft } from '../text/draft.ts';
import { grouped, N } from './amount.ts';
import type { Findings } from './change.ts';

const EACH_USER =
  /(?:everybody|everyone|each of them|all of them|(?:per|each|every|for each|for every|a|\/) ?(?:single )?(?:peak |concurrent |active )?(?:user|person|seat|customer|developer|agent|client|employee)|users? (?:each|want|wants|need|needs|get|gets|expect|should|must|at)|each (?:want|need|get|at|with|user|one)|\bapiece\b|per head|^each|each$|\beach\b)/;
const EACH_REQUEST =
  /(?:(?:per|each|every|for each|a|\/) ?(?:request|stream|sequence|session|query|call|completion|conversation|chat)|single[- ]stream)/;
const EACH_USER_REQUEST =
  /(?:per (?:active )?user(?:'s)?[- ]request|per request (?:of|per) (?:each )?user|per user per request)/;
const SECONDS: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  m: 60,
  h: 3600,
  hr: 3600,
  hour: 3600,
  d: 86_400,
  day: 86_400,
  month: 2_592_000,
};
const TOKENS = String.raw`(?:output |generated |generation |decode )?(?:tok(?:en)?s?|toks|t)`;
const PER = String.raw`(?:\s*\/\s*|\s+(?:per|a|an|every)\s+)`;
const SPAN = String.raw`(s|secs?|seconds?|min|minutes?|m|h|hr|hours?|d|days?|months?)`;

/** Throughput: tokens a second of the fleet, of a user, a request or a user's request; requests a second. */
export function readThroughput(draft: Draft, found: Findings): void {
  const clause = (at: number, length: number) => {
    const left =
      draft.value
        .slice(0, at)
        .split(/[.;!?¦]/)
        .at(-1) ?? '';
    const right = draft.value.slice(at + length).split(/[.,;!?¦]|\band\b/)[0] ?? '';
    return { left: left.slice(-45), right: right.slice(0, 40) };
  };
  const read = (
    amount: number,
    seconds: number,
    match: RegExpExecArray,
    span: Parameters<Parameters<Draft['take']>[1]>[1],
  ) => {
    if (!(amount > 0)) return false;
    const { left, right } = clause(match.index, match[0].length);
    const value = amount / seconds;
    const note =
      seconds === 1 ? undefined : `“${span.text.trim()}” is ${grouped(value)} tokens/s if it arrives evenly.`;
    if (/^\s*(?:per|\/|each|a)\s?gpu/.test(right)) {
      found.remarks.push(
        `“${span.text.trim()} per GPU”: a rate by the GPU is an outcome, not a target; name the fleet's tokens/s.`,
      );
      return true;
    }
    const beside = `${left.slice(-28)}# ${right}`;
    const feature = EACH_USER_REQUEST.test(beside)
      ? 'target_tokens_per_sec_per_user_request'
      : EACH_REQUEST.test(right) || /single[- ]stream|(?:per|each) (?:request|stream)[^,]{0,14}#/.test(beside)
        ? 'target_tokens_per_sec_per_request'
        : EACH_USER.test(right) || EACH_USER.test(left.slice(-28))
          ? 'target_tokens_per_sec_per_user'
          : 'target_tokens_per_sec';
    found.changes.push({ op: 'set', feature, value, span, note });
    return true;
  };
  const scope = String.raw`(?:\s*(?:/|per|for each|for every|each|a)\s*(?:(?:single|active|peak|concurrent) )?(?:user(?:'s)?[- ]request|user|request|stream|session|gpu)s?(?: per request)?)?`;
  const withScope = (
    amount: number,
    seconds: number,
    match: RegExpExecArray,
    span: Parameters<Parameters<Draft['take']>[1]>[1],
  ) => {
    const tail =
      /(?:user(?:'s)?[- ]request|user per request|user|request|stream|session|gpu)s?(?: per request)?$/.exec(
        match[0],
      )?.[0] ?? '';
    if (tail === '') return read(amount, seconds, match, span);
    if (tail.startsWith('gpu')) {
      found.remarks.push(
        `“${span.text.trim()}”: a rate by the GPU is an outcome, not a target; name the fleet's tokens/s.`,
      );
      return true;
    }
    const feature =
      /request|per request/.test(tail) && tail.includes('user')
        ? 'target_tokens_per_sec_per_user_request'
        : tail.startsWith('user')
          ? 'target_tokens_per_sec_per_user'
          : 'target_tokens_per_sec_per_request';
    found.changes.push({ op: 'set', feature, value: amount / seconds, span });
    return true;
  };
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])${N}\s*${TOKENS}${PER}(?:user|request|stream|session)${PER}(?:s|sec|second)\b`,
      'g',
    ),
    (match, span) => {
      const feature = /request|stream|session/.test(match[0])
        ? 'target_tokens_per_sec_per_request'
        : 'target_tokens_per_sec_per_user';
      found.changes.push({ op: 'set', feature, value: Number(match[1]), span });
    },
  );
  draft.take(
    new RegExp(String.raw`(?<![\w.$])${N}\s*${TOKENS}${PER}${SPAN}(?![a-z])${scope}`, 'g'),
    (match, span) =>
      withScope(Number(match[1]), SECONDS[(match[2] ?? 's').replace(/s$/, '') || 's'] ?? 1, match, span),
  );
  draft.take(
    new RegExp(String.raw`(?<![\w.$])${N}\s*(?:tps|toks?ps|tokps|token\/s)(?![a-z])${scope}`, 'g'),
    (match, span) => withScope(Number(match[1]), 1, match, span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:tps|throughput)(?: target)?(?: of| is| to|:| =|=| at least)*\s*${N}(?!\.?\w|%|\s*(?:req|rps|qps))(?:\s*tokens?)?`,
      'g',
    ),
    (match, span) => read(Number(match[1]), 1, match, span),
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])${N}\s*(?:(?:req(?:uest)?s?|queries|query|calls|prompts|completions|inferences)${PER}${SPAN}(?![a-z])|(rps|qps)\b)`,
      'g',
    ),
    (match, span) => {
      const seconds = match[3] === undefined ? (SECONDS[(match[2] ?? 's').replace(/s$/, '') || 's'] ?? 1) : 1;
      const value = Number(match[1]) / seconds;
      if (value > 0) found.changes.push({ op: 'requests_per_sec', value, span });
    },
  );
}
