import type { Draft } from '../text/draft.ts';
import { grouped, N } from './amount.ts';
import type { Findings } from './change.ts';

const FOREIGN = String.raw`(?:€|£|¥|eur(?:os?)?|gbp|pounds?(?: sterling)?|chf|francs?|yen|jpy|rmb|cny|yuan|inr|rupees?|cad|aud)`;
const USD = String.raw`(?:usd|us\$|us dollars?|dollars?|bucks|\$)`;
const FILL = String.raw`(?:\s+(?:is|of|cap|limit|ceiling|about|was|at|to|max(?:imum)?|at most|under|below|up to|now|now is|went up to|went down to|got cut to|increased to|raised to|more like|should be|stay under|no more than|not exceed|in|total)|\s*[:=<]){0,4}\s*`;
const PER = String.raw`(?:\s*(?:in |of )?(?:total |tco )?(?:(?:a|per|each|/)\s*(year|yr|month|mo|hour|hr|h|day|annum|week|million tokens|m tokens|1m tokens|gpu|node)\b|(p\.?a\.?\b|annually|yearly|monthly|hourly)))?`;

const isYearly = /(?:opex|operating|running cost|run rate|annual|yearly|per year|a year|p\.a\.)/;
const isTco = /(?:tco|total cost|all[- ]in|lifetime cost|cost of ownership)/;
const isCapex = /(?:capex|cap ex|upfront|up front|purchase|one[- ]?(?:time|off)|hardware budget|to buy|buy)/;

/** Money: the cap and the cost it is compared with. Amounts of other currencies are asked about, never converted. */
export function readMoney(draft: Draft, found: Findings): void {
  const nearby = (at: number, length: number) =>
    draft.value
      .slice(Math.max(0, at - 60), at + length + 60)
      .split(/[.;!?](?:\s|$)|¦/)
      .find((part) => part.length > 0) ?? '';
  draft.take(
    new RegExp(
      String.raw`(?:budget${FILL})?(?:${FOREIGN}\s?${N}|(?<![\w.])${N}\s?${FOREIGN}(?!\w))(?:\s*budget)?`,
      'g',
    ),
    (_, span) => {
      found.doubts.push({
        feature: 'currency',
        question: `The plan is priced in US dollars and nothing here converts currencies. How many US dollars is “${span.text.trim()}”?`,
        options: [],
        span,
      });
    },
  );
  const read = (
    amount: number,
    match: RegExpExecArray,
    span: { start: number; end: number; text: string },
    unit: string | undefined,
  ) => {
    if (!(amount > 0)) return false;
    const words = draft.value.slice(match.index, match.index + match[0].length);
    const around = `${nearby(match.index, match[0].length)} ${words}`;
    const per = (unit ?? '').replace(/\./g, '');
    if (/tokens$/.test(per)) {
      found.remarks.push(
        `“${span.text}”: a price by the token is shown for each plan, but is not a limit here.`,
      );
      return true;
    }
    if (per === 'gpu' || per === 'node') {
      found.remarks.push(
        `“${span.text}”: prices of hardware are set in the workspace's prices, not in the conversation.`,
      );
      return true;
    }
    const times =
      { month: 12, mo: 12, monthly: 12, week: 52, day: 365, hour: 8760, hr: 8760, h: 8760, hourly: 8760 }[
        per
      ] ?? 1;
    const isRate = times > 1 || /^(?:year|yr|annum|pa|annually|yearly)$/.test(per);
    const set = (feature: 'budget_usd' | 'budget_basis', value: unknown, note?: string) =>
      found.changes.push({ op: 'set', feature, value, span, note });
    set(
      'budget_usd',
      amount * times,
      times > 1 ? `“${span.text.trim()}” is $${grouped(amount * times)} a year.` : undefined,
    );
    if (isRate) set('budget_basis', 'opex_annual');
    else if (isTco.test(around)) set('budget_basis', 'tco');
    else if (isYearly.test(around) && !/(?:growth|grow|growing)/.test(around))
      set('budget_basis', 'opex_annual');
    else if (isCapex.test(around)) set('budget_basis', 'capex');
    return true;
  };
  // "$600k", "600k dollars", with "a year", "per month" behind it.
  draft.take(
    new RegExp(
      String.raw`(?<!\w)(?:budget${FILL})?(?:us|usd)?\s?\$\s?${N}(?:\s?(?:usd|dollars?))?${PER}`,
      'g',
    ),
    (match, span) => read(Number(match[1]), match, span, match[2] ?? match[3]),
  );
  draft.take(
    new RegExp(String.raw`(?:budget${FILL})?(?<![\w.])${N}\s?${USD}(?!\w)${PER}`, 'g'),
    (match, span) => read(Number(match[1]), match, span, match[2] ?? match[3]),
  );
  draft.take(new RegExp(String.raw`\busd\s?${N}${PER}`, 'g'), (match, span) =>
    read(Number(match[1]), match, span, match[2] ?? match[3]),
  );
  // Without a currency: a word about money has to stand beside it.
  draft.take(
    new RegExp(
      String.raw`\b(?:budget|spend(?:ing)?(?: limit)?|capex|opex|tco|cost(?:s)?(?: cap| limit)?|afford|price tag|money)${FILL}${N}${PER}(?!\s*(?:%|ms|s\b|sec|tok|users|req|con|nodes?|gpus?))`,
      'g',
    ),
    (match, span) =>
      Number(match[1]) >= 1000 ? read(Number(match[1]), match, span, match[2] ?? match[3]) : false,
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.])${N}${PER}\s+(?:(?:total|max|hardware|of|in|for the|for) )?(?:budget|capex|opex|tco|to spend)\b`,
      'g',
    ),
    (match, span) =>
      Number(match[1]) >= 1000 ? read(Number(match[1]), match, span, match[2] ?? match[3]) : false,
  );
}

/** The basis without an amount: "count it as TCO", "that is opex", "compare on annual cost". */
export function readBudgetBasis(draft: Draft, found: Findings): void {
  if (found.changes.some((change) => change.op === 'set' && change.feature === 'budget_basis')) return;
  const bases = [
    { words: /\b(?:tco|total cost of ownership)\b/g, value: 'tco' },
    {
      words:
        /\b(?:opex|operating (?:cost|expense)s?|annual (?:cost|budget|spend)|yearly (?:cost|budget|spend)|running costs?)\b/g,
      value: 'opex_annual',
    },
    { words: /\b(?:capex|cap ex|upfront|purchase price)\b/g, value: 'capex' },
  ] as const;
  for (const { words, value } of bases) {
    const read: string[] = [];
    draft.take(words, (match, span) => {
      const before = draft.value.slice(Math.max(0, match.index - 12), match.index);
      if (read.length > 0 || /\b(?:not|no|ignore) (?:the )?$/.test(before)) return false;
      read.push(value);
      found.changes.push({ op: 'set', feature: 'budget_basis', value, span });
      return true;
    });
    if (read.length > 0) return;
  }
}

/** "under 1 million" with nothing behind it: so large a limit can only be money. */
export function readLimitWithoutUnit(draft: Draft, found: Findings): void {
  if (found.changes.some((change) => change.op === 'set' && change.feature === 'budget_usd')) return;
  draft.take(
    new RegExp(
      String.raw`\b(?:under|below|less than|no more than|not more than|at most|max(?:imum)?|up to|within)\s+${N}(?!\.?\w|%|\s*(?:[a-z%/⟦]))`,
      'g',
    ),
    (match, span) => {
      const amount = Number(match[1]);
      if (amount < 20_000) return false;
      const note = `“${span.text.trim()}” has no unit: taken as a budget in US dollars.`;
      found.changes.push({ op: 'set', feature: 'budget_usd', value: amount, span, note });
      return true;
    },
  );
}
