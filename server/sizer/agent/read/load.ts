import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Draft } from '../text/draft.ts';
import { N } from './amount.ts';
import type { Findings } from './change.ts';

const WHO = String.raw`(?:users?|usrs?|requests?|reqs?|sessions?|streams?|chats?|conversations?|queries|calls|connections?|clients?|prompts?|people|ppl|folks|developers?|devs|agents?|customers?|employees|engineers|seats|sequences|generations|in[- ]flight)`;
const PEAK = String.raw`(?:peak|peaking|rush hour|busiest|at most at once)`;

const whole = (value: number) => Math.max(1, Math.round(value));

/** Load that is named as such: requests in flight (`conc`) and users at the peak (`active_users_peak`). */
export function readExplicitLoad(draft: Draft, found: Findings): void {
  const setPeak = (value: number, span: Parameters<Parameters<Draft['take']>[1]>[1], note?: string) => {
    if (value > 0)
      found.changes.push({ op: 'set', feature: 'active_users_peak', value: whole(value), span, note });
  };
  const setConc = (value: number, span: Parameters<Parameters<Draft['take']>[1]>[1], note?: string) => {
    if (value > 0) found.changes.push({ op: 'set', feature: 'conc', value: whole(value), span, note });
  };
  // "5000 users, 10% of them active at once"
  draft.take(
    new RegExp(
      String.raw`${N}\s*(?:total |registered |named )?(?:users|employees|people|developers|customers)[^.;¦]{0,30}?${N}\s?%\s*(?:of (?:them|those|which|whom|these) )?(?:are |is |being |will be )?(?:active|online|concurrent|concurrently|at once|at the same time|at peak|simultaneous)`,
      'g',
    ),
    (match, span) => {
      setConc(
        (Number(match[1]) * Number(match[2])) / 100,
        span,
        `“${span.text.trim()}” is ${whole((Number(match[1]) * Number(match[2])) / 100)} in flight.`,
      );
    },
  );
  draft.take(
    new RegExp(
      String.raw`${N}\s*(?:daily|monthly|weekly|registered|total)(?: active)? (?:users|visitors|customers)|${N}\s*(?:dau|mau)\b`,
      'g',
    ),
    (_, span) => {
      found.remarks.push(
        `“${span.text.trim()}” says nothing about how many are there at once: name the users at the peak or the requests in flight.`,
      );
    },
  );
  draft.take(new RegExp(String.raw`\bactive_users_peak\s*(?:of|is|:|=|to)?\s*${N}`, 'g'), (match, span) =>
    setPeak(Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])${N}\s*(?:concurrent |simultaneous )?(?:${PEAK}|active)(?:[- ]time)?(?: concurrent| active)? (?:${WHO})`,
      'g',
    ),
    (match, span) => setPeak(Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])${N}\s*(?:active |concurrent |simultaneous )?(?:users|people|developers|customers|employees|clients|agents|seats|engineers|devs)\s*(?:active |online )?(?:at|in|during|on) (?:the |our |any )?(?:absolute )?(?:${PEAK})`,
      'g',
    ),
    (match, span) => setPeak(Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:${PEAK})(?: of| at| is| load| with| active| concurrent| usage| users?|:|=|,| around| to)*\s*${N}(?:\s*(?:active |concurrent )?(?:users|people|developers|customers|employees))?(?!\.?\w|%|\s*(?:tok|t\/s|tps|req|rps|s\b|ms))`,
      'g',
    ),
    (match, span) => setPeak(Number(match[1]), span),
  );
  draft.take(new RegExp(String.raw`\bactive users?(?: of| is|:|=| to| at)*\s*${N}`, 'g'), (match, span) =>
    setPeak(Number(match[1]), span),
  );

  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])(?<!\b[io]sl ?[:=]? ?)${N}\s*(?:x )?(?:(?:concur\w*(?!\s*[:=])|conc\b(?!\s*[:=])|concurent|cncurrent|simultaneous(?:ly)?|parallel|in[- ]flight|inflight)(?:[ -](?:active |running )?${WHO})?|(?:active |running |open )?${WHO}\s*(?:are |running |being served |going |all )?(?:concurrent(?:ly)?|in[- ]flight|inflight|in parallel|at once|at the same time|at a time|at any (?:given )?(?:time|moment)|simultaneous(?:ly)?)|at once|at the same time|in parallel|at a time|in flight|concurrency|parallelism of requests)(?![a-z])`,
      'g',
    ),
    (match, span) => setConc(Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:concurrency|concurency|concurrent(?: ${WHO})?|conc|(?:requests? )?in[- ]flight|parallel requests|simultaneous (?:users|requests))(?: level| count| target| number| limit)?(?:\s+(?:of|is|to|at|up to|around|now|should be|shall be|must be|will be|shall not exceed|not exceed|becomes|goes to|goes up to|from \d+ to)|\s*[:=])*\s*${N}(?!\.?\w|%|\s*(?:tok|t\/s|tps|s\b|ms))`,
      'g',
    ),
    (match, span) => setConc(Number(match[1]), span),
  );
  draft.take(
    new RegExp(String.raw`\b(?:batch(?: size)?|bs|max batch)(?:\s+of|\s+is|\s*[:=])?\s*${N}(?!\.?\w|%)`, 'g'),
    (match, span) => setConc(Number(match[1]), span, `“${span.text.trim()}” taken as requests in flight.`),
  );
  draft.take(new RegExp(String.raw`\bc ?= ?${N}(?!\.?\w)`, 'g'), (match, span) =>
    setConc(Number(match[1]), span),
  );
}

/** People and requests without a word about "at once". */
export function readPeople(draft: Draft, standing: SolveFeatures, found: Findings): void {
  const set = (
    feature: 'conc' | 'active_users_peak',
    value: number,
    span: Parameters<Parameters<Draft['take']>[1]>[1],
    note?: string,
  ) => {
    if (value > 0) found.changes.push({ op: 'set', feature, value: whole(value), span, note });
  };
  const setPeak = (value: number, span: Parameters<Parameters<Draft['take']>[1]>[1], note?: string) =>
    set('active_users_peak', value, span, note);
  const setConc = (value: number, span: Parameters<Parameters<Draft['take']>[1]>[1], note?: string) =>
    set('conc', value, span, note);
  // People without a word about "at once": with a rate for each they are the users at the peak, else requests in flight.
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$⟦])${N}\s*(?:internal |external |human |end[- ]|power |of our |of )?(${WHO})(?![a-z]|\s*(?:\/|per) ?s)`,
      'g',
    ),
    (match, span) => {
      const isPeople = /users|people|ppl|folks|dev|customer|employee|engineer|seat|client|agents?$/.test(
        match[2] ?? '',
      );
      const hasRate = found.changes.some((change) => change.op === 'set' && /per_user/.test(change.feature));
      const isPeak = standing.active_users_peak != null && standing.conc == null;
      if (isPeople && (hasRate || isPeak)) {
        setPeak(Number(match[1]), span, `“${span.text.trim()}” taken as the users at the peak.`);
        return;
      }
      if (found.changes.some((change) => change.op === 'set' && change.feature === 'conc')) {
        found.remarks.push(`“${span.text.trim()}” is not used: the requests in flight are given.`);
        return;
      }
      setConc(
        Number(match[1]),
        span,
        isPeople ? `“${span.text.trim()}” taken as that many requests in flight.` : undefined,
      );
    },
  );
  draft.take(
    new RegExp(String.raw`\busers?(?: are| is|:|=| to| of)+\s*${N}(?!\.?\w|%|\s*(?:tok|s\b|ms))`, 'g'),
    (match, span) => setConc(Number(match[1]), span, `“${span.text.trim()}” taken as requests in flight.`),
  );
}
