import type { Draft, Span } from '../text/draft.ts';
import { N } from './amount.ts';
import type { Findings } from './change.ts';

const NODE = String.raw`(?:nodes?|servers?|machines?|boxes|box|hosts?|chassis)`;

/** Node limit, horizon, growth, explicit parallelism. */
export function readNodes(draft: Draft, found: Findings): void {
  const set = (value: number, span: Span) => {
    if (value >= 1) found.changes.push({ op: 'set', feature: 'max_nodes', value: Math.floor(value), span });
  };
  draft.take(
    new RegExp(
      String.raw`\b(?:max_nodes|node (?:limit|cap|count|budget|ceiling|max(?:imum)?)|nodes? limit|(?:max(?:imum)?|limit)(?: number of)? ${NODE}|number of ${NODE}|nodes?(?=\s*[<=:]))(?: is| of| to| at| shall| must| should| will| be| not| exceed|:| =|=| <=?|<=?)*\s*${N}(?:\s*${NODE})?`,
      'g',
    ),
    (match, span) => set(Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`(?:\b(?:no more than|not more than|at most|max(?:imum|\.)?(?: of)?|up to|under|fewer than|less than|only|just|within|limit(?:ed)? (?:of|to|it to|is)|cap(?:ped)? (?:of|at|it at)|fit(?:s|ting)? (?:in|on|into|it in|it on)|on|in|use|using|with|room for|space for|have|<=?|to|keep it (?:to|on|in|under)|not exceed)\s+)*(?<![\w.$⟦])${N}\s*(?:physical |gpu |dgx |hgx )?${NODE}\b(?:\s*(?:max(?:imum)?|tops|at most|or (?:less|fewer)|limit|only))?`,
      'g',
    ),
    (match, span) => {
      // "we'd have bought 2 servers", "last year's 4 nodes" tell of other times.
      if (
        /\b(?:(?:would|d|had|have|could) (?:have )?(?:bought|used|run|had|needed)|used to (?:have|run|need)|last (?:year|time)'?s?|ago)(?: \w+)? $/.test(
          draft.value.slice(Math.max(0, match.index - 40), match.index),
        )
      )
        return false;
      const isStrictlyLess = /(?:fewer|less) than|under (?=\d)/.test(match[0]);
      set(Number(match[1]) - (isStrictlyLess ? 1 : 0), span);
    },
  );
  draft.take(
    new RegExp(String.raw`\b(?:a |in a |on a |within a )?(?:single|one)[- ]${NODE}(?: only)?\b`, 'g'),
    (_, span) => set(1, span),
  );
  draft.take(
    new RegExp(
      String.raw`(?:at most |max(?:imum)? |no more than |only |in )?(?<![\w.$])(${N.slice(1, -1)})\s*racks?\b`,
      'g',
    ),
    (_, span) => {
      found.remarks.push(
        `“${span.text.trim()}”: racks follow from power and are not a limit here; name the number of nodes.`,
      );
    },
  );
}

export function readHorizonAndGrowth(draft: Draft, found: Findings): void {
  const set = (feature: 'horizon_years' | 'growth_pct', value: number, span: Span, note?: string) =>
    found.changes.push({ op: 'set', feature, value, span, note });
  const grow = String.raw`(?:grow(?:s|ing|th)?|increas(?:e|es|ing)|expand(?:s|ing)?|rise|rising|up)`;
  const period = String.raw`(?:(?:a|per|each|every|\/)\s?(year|yr|annum|month|quarter)|(annual(?:ly)?|yearly|yoy|y\/y|year[- ]over[- ]year|year on year|p\.?a\.?|monthly|mom))`;
  const yearly = (pct: number, unit: string) =>
    /month|mom/.test(unit)
      ? ((1 + pct / 100) ** 12 - 1) * 100
      : /quarter/.test(unit)
        ? ((1 + pct / 100) ** 4 - 1) * 100
        : pct;
  const setGrowth = (pct: number, unit: string, span: Span) => {
    const value = Number(yearly(pct, unit).toPrecision(4));
    set('growth_pct', value, span, value === pct ? undefined : `“${span.text.trim()}” is ${value} % a year.`);
  };
  draft.take(
    new RegExp(
      String.raw`(?:\b(?:load|traffic|usage|demand|users?|we|it|which|that)\s+)?(?:\b(?:is|are|will|to|expected to|expect|should|we expect|expecting|planning for|with|at|assume|assuming)\s+)*${grow}(?:\s+(?:by|of|at|rate|is|around|another|to))*\s*(?:of )?${N}\s?(?:%|percent|pct)(?:\s*(?:growth|more))?(?:\s*${period})?`,
      'g',
    ),
    (match, span) => setGrowth(Number(match[1]), match[2] ?? match[3] ?? '', span),
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.])${N}\s?(?:%|percent|pct)\s*(?:of )?(?:${period}\s*)?(?:growth|growing|increase|more (?:users|traffic|load))(?:\s*(?:rate|in (?:load|traffic|users|demand)))?(?:\s*${period})?`,
      'g',
    ),
    (match, span) => setGrowth(Number(match[1]), match[2] ?? match[3] ?? match[4] ?? match[5] ?? '', span),
  );
  draft.take(
    new RegExp(String.raw`(?<![\w.])${N}\s?(?:%|percent|pct)\s*${period}(?:\s*growth)?`, 'g'),
    (match, span) => setGrowth(Number(match[1]), match[2] ?? match[3] ?? '', span),
  );
  draft.take(
    /\b(?:(?:load|traffic|usage|demand|users?)\s+)?(?:will |to |is |are |expected to )?(doubl|tripl)(?:es|ing|e)\s*(?:every|each|a|per|in a|within a|next)\s*(?:year|12 months)/g,
    (match, span) => setGrowth(match[1] === 'doubl' ? 100 : 200, '', span),
  );
  const years = (amount: number, unit: string) => (/^mo/.test(unit) ? amount / 12 : amount);
  draft.take(
    new RegExp(
      String.raw`(?:\b(?:over|for|across|during|in|within|through|a|an|the|next|coming|horizon(?: of| is|:)?|planning|time frame of|lifetime of|depreciat\w+ (?:over|in)|amorti[sz]\w+ over|plan(?:ning)? for)\s+)*(?<![\w.$])${N}[ -]?(years?|yrs?|months?)\b(?! (?:ago|old|back|of experience|later|since)\b)(?:[ -]*(?:horizon|period|plan|lifetime|tco|window|total cost of ownership|depreciation))?`,
      'g',
    ),
    (match, span) => {
      const value = years(Number(match[1]), match[2] ?? 'years');
      if (!(value > 0)) return false;
      if (/tco|total cost/.test(match[0]))
        found.changes.push({ op: 'set', feature: 'budget_basis', value: 'tco', span });
      set('horizon_years', Number(value.toPrecision(4)), span);
      return true;
    },
  );
  draft.take(/\b(?:over|for|next|within) (?:the next |a |one )?year\b(?! (?:over|on))/g, (match, span) => {
    if (!/\bnext|one|over a/.test(match[0])) return false;
    set('horizon_years', 1, span);
    return true;
  });
}

/** Splits and counts of GPUs that somebody fixes: `tp8`, `tensor parallel 4`, `ep=8`, "on 16 GPUs". */
export function readParallelism(draft: Draft, found: Findings): void {
  const kinds = [
    {
      words: String.raw`(?:tp|decode_tp|decode tp|tensor[- ]parallel(?:ism|ity)?(?: size)?)`,
      feature: 'decode_tp',
    },
    { words: String.raw`(?:prefill[_ ]tp)`, feature: 'prefill_tp' },
    { words: String.raw`(?:ep|expert[- ]parallel(?:ism)?(?: size)?)`, feature: 'ep' },
    { words: String.raw`(?:pp|pipeline[- ]parallel(?:ism)?(?: size)?)`, feature: 'pp' },
    { words: String.raw`(?:dp[- ]attention|attention[- ]dp|dp_attention)`, feature: 'dp_attention' },
  ] as const;
  for (const { words, feature } of [kinds[1], kinds[0], kinds[2], kinds[3], kinds[4]]) {
    draft.take(
      new RegExp(String.raw`(?<![\w⟦])${words}(?:\s*(?:of|is|to|at|=|:|-))?\s*(\d+)(?!\.?\w)`, 'g'),
      (match, span) => {
        if (Number(match[1]) < 1) return false;
        found.changes.push({ op: 'set', feature, value: Number(match[1]), span });
        return true;
      },
    );
  }
  draft.take(/(?<![\w.$⟦])(\d+)[- ]?way (?:tp|tensor[- ]parallel\w*)/g, (match, span) => {
    found.changes.push({ op: 'set', feature: 'decode_tp', value: Number(match[1]), span });
  });
  draft.take(
    /\b(?:disagg(?:regated)?|pd[- ]disagg\w*|(?:separate|split) prefill (?:and|from) decode|prefill[/-]decode (?:split|disaggregation))(?: (?:serving|mode|deployment))?\b/g,
    (match, span) => {
      if (/\b(?:no|not|without) $/.test(draft.value.slice(Math.max(0, match.index - 8), match.index))) {
        found.changes.push({ op: 'lift', feature: 'mode', span });
      } else found.changes.push({ op: 'set', feature: 'mode', value: 'disaggregated', span });
    },
  );
  draft.take(
    /(?:\b(?:on|with|using|use|exactly|only|just|have|across|max(?:imum)?(?: of)?|at most|no more than|up to|limit(?:ed)? to|limit of)\s+)*(?<![\w.$⟦])(\d+)\s*x?\s*(?:gpus|gpu|cards|accelerators)\b(?:\s*(?:max(?:imum)?|total|in total|only))?/g,
    (match, span) => {
      const value = Number(match[1]);
      if (value < 1) return false;
      const isLimit = /max|at most|no more|up to|limit/.test(match[0]);
      found.changes.push({
        op: 'set',
        feature: 'gpu_count',
        value,
        span,
        note: isLimit
          ? `“${span.text.trim()}” taken as exactly ${value} GPUs: a ceiling on GPUs is not a feature of the request.`
          : undefined,
      });
      return true;
    },
  );
}
