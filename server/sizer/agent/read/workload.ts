import type { SolveFeatures, WorkloadMix } from '#contract/sizer/solve-request.ts';
import type { Draft, Span } from '../text/draft.ts';
import type { Findings } from './change.ts';

type Category = keyof WorkloadMix;

const CATEGORIES: readonly { readonly category: Category; readonly words: string }[] = [
  {
    category: 'coding_assistant',
    words: String.raw`(?:coding(?:[- ](?:assistants?|agents?|copilots?|tools?|help|tasks?|workloads?|use))?|code (?:assistants?|completions?|gen(?:eration)?|helpers?|copilots?)|copilots?|programming (?:assistants?|help)|coders?|code)`,
  },
  {
    category: 'customer_support',
    words: String.raw`(?:customer[- ](?:support|service|care)(?:[- ](?:chat ?)?(?:bots?|chats?|desk|workloads?))?|support(?:[- ](?:chat ?)?(?:bots?|chats?|tickets?|desk|agents?|queries))?|help ?desk|call cent(?:er|re)s?|cs bot)`,
  },
  {
    category: 'agentic_workflows',
    words: String.raw`(?:agentic(?:[- ](?:workflows?|workloads?|tasks?|stuff|flows?|use|apps?|ai))?|agents? workflows?|ai agents|agent(?: stuff|s| workloads?| tasks?)?|multi[- ]agent(?: systems?)?|workflows?|tool[- ]use|tool[- ]calling)`,
  },
  {
    category: 'rag_search',
    words: String.raw`(?:rags?(?:[- /](?:search|workloads?|queries|chat ?bots?|apps?|pipelines?|system|use))?|retrieval(?:[- ]augmented(?: generation)?)?|(?:semantic |document |doc |enterprise |knowledge )search|search|document (?:q&?a|qa|chat)|knowledge base)`,
  },
];
const EACH = CATEGORIES.map(({ category, words }) => `(?<${category}>${words})`).join('|');

function emptyMix(): Record<Category, number> {
  return { coding_assistant: 0, customer_support: 0, agentic_workflows: 0, rag_search: 0 };
}

function categoryOf(text: string): Category | null {
  for (const { category, words } of CATEGORIES)
    if (new RegExp(`^${words}$`).test(text.trim())) return category;
  return null;
}

/** The mix of workload categories, in percent. */
export function readWorkloadMix(draft: Draft, standing: SolveFeatures, found: Findings): void {
  const mix = emptyMix();
  const spans: Span[] = [];
  let note: string | undefined;
  const add = (text: string, share: number, span: Span) => {
    const category = categoryOf(text);
    if (category === null) return false;
    mix[category] += share;
    spans.push(span);
    return true;
  };
  const one = EACH.replace(/\?<\w+>/g, '?:');
  // "50 coding / 20 support / 30 rag": bare shares that sum to 100.
  draft.take(
    new RegExp(
      String.raw`(?<![\w.$])\d+\s+(?:${one})(?:\s*(?:,|\/|\+|and|&)\s*(?:and )?\d+\s+(?:${one})\b)+`,
      'g',
    ),
    (match, span) => {
      const shares = [...match[0].matchAll(new RegExp(String.raw`(\d+)\s+(${one})\b`, 'g'))].map(
        (part) => [part[2] ?? '', Number(part[1])] as const,
      );
      if (shares.reduce((sum, [, share]) => sum + share, 0) !== 100) return false;
      for (const [text, share] of shares) add(text, share, span);
      return true;
    },
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.])(\d+(?:\.\d+)?)\s?(?:%|percent|pct)\s*(?:each(?: of| for)?|of each(?: of)?)\s*:?\s*((?:${one})(?:\s*(?:,|\/|and|&|,\s*and)\s*(?:${one})\b)+)`,
      'g',
    ),
    (match, span) => {
      for (const part of (match[2] ?? '').split(/\s*(?:,\s*and|,|\/|\band\b|&)\s*/))
        add(part, Number(match[1]), span);
      return true;
    },
  );
  // "make it 80/20" of a mix of two.
  const held = Object.entries(standing.workload_mix ?? {})
    .filter(([, share]) => share > 0)
    .sort((a, b) => b[1] - a[1]);
  draft.take(/(?<![\w.])(\d{1,2})\s*\/\s*(\d{1,2})(?!\.?\w)/g, (match, span) => {
    const [first, second] = held;
    if (
      held.length !== 2 ||
      first === undefined ||
      second === undefined ||
      Number(match[1]) + Number(match[2]) !== 100
    )
      return false;
    mix[first[0] as Category] = Number(match[1]);
    mix[second[0] as Category] = Number(match[2]);
    spans.push(span);
    return true;
  });
  // "70/30 coding and rag", "60-40 split between support and rag"
  draft.take(
    new RegExp(
      String.raw`(?<![\w.])(\d+)\s*[/:-]\s*(\d+)\s*(?:split |mix |ratio )?(?:of |between |for )?(${one})\s*(?:and|\/|,|vs|to|&|\+)\s*(${one})\b`,
      'g',
    ),
    (match, span) =>
      Number(match[1]) + Number(match[2]) !== 100
        ? false
        : add(match[3] ?? '', Number(match[1]), span) && add(match[4] ?? '', Number(match[2]), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(${one})\s*(?:and|\/|,|vs|&)\s*(${one})\s*(?:split |mix |at |is |in )*(\d+)\s*[/:-]\s*(\d+)(?!\d)`,
      'g',
    ),
    (match, span) =>
      Number(match[3]) + Number(match[4]) !== 100
        ? false
        : add(match[1] ?? '', Number(match[3]), span) && add(match[2] ?? '', Number(match[4]), span),
  );
  draft.take(
    new RegExp(
      String.raw`(?<![\w.])(\d+(?:\.\d+)?)\s?(?:%|percent|pct|parts?)\s*(?:of |is |are |for |our |the |on |to |goes to |traffic |it |that |load |requests |will be |being |workload |a |from )*(${one})\b`,
      'g',
    ),
    (match, span) => add(match[2] ?? '', Number(match[1]), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(${one})(?:\s*(?:is|at|with|=|:|\(|about|makes up|gets|takes|to|are|share of|should be))*\s*(\d+(?:\.\d+)?)\s?(?:%|percent|pct)`,
      'g',
    ),
    (match, span) => add(match[1] ?? '', Number(match[2]), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:half|half of it|half the load)(?: is| of it| the| our| are| goes to)*\s+(${one})\b`,
      'g',
    ),
    (match, span) => add(match[1] ?? '', 50, span),
  );
  draft.take(
    new RegExp(
      String.raw`\b(?:(?:a|one) )?(quarter|third|fifth)(?: is| of it| the| our| are)*\s+(${one})\b`,
      'g',
    ),
    (match, span) =>
      add(
        match[2] ?? '',
        { quarter: 25, third: 33.33, fifth: 20 }[match[1] as 'quarter' | 'third' | 'fifth'],
        span,
      ),
  );
  const total = () => Object.values(mix).reduce((sum, share) => sum + share, 0);
  draft.take(
    new RegExp(
      String.raw`\b(?:the )?(?:rest|remainder|remaining|other half|the others?)(?: is| for| goes to| are| of it| being| will be| in| on|,|:)*\s*(${one})\b`,
      'g',
    ),
    (match, span) => add(match[1] ?? '', Math.max(0, 100 - total()), span),
  );
  if (total() === 0) {
    const pairs = new RegExp(
      String.raw`\b(?:mostly|mainly|primarily|largely|predominantly)\s+(?:a |for )?(${one})(?:[ ,]+(?:and |with |plus )?(?:some|a bit of|a little|occasional(?:ly)?)\s+(${one}))?`,
      'g',
    );
    draft.take(pairs, (match, span) => {
      const isMixed = match[2] !== undefined;
      note = isMixed
        ? `“${span.text.trim()}” taken as 80 % and 20 %.`
        : `“${span.text.trim()}” taken as all of the workload.`;
      return (
        add(match[1] ?? '', isMixed ? 80 : 100, span) && (match[2] === undefined || add(match[2], 20, span))
      );
    });
  }
  if (total() === 0) {
    const named: { category: Category; span: Span }[] = [];
    // Without shares only unmistakable names count: "code", "search" or "agents" alone may mean anything.
    draft.rewrite(new RegExp(String.raw`(?<![\w-])(?:${one})(?![\w-])`, 'g'), (match, span) => {
      const category = categoryOf(match[0]);
      if (
        category === null ||
        /^(?:code|coders?|search|agents?|agent|support|workflows?|coding)$/.test(match[0])
      ) {
        const isPaired = /\b(?:equal(?:ly)?|evenly|half and half|50.50|mix of|split)\b/.test(draft.value);
        if (!isPaired || category === null) return null;
      }
      if (
        /\b(?:no|not|without|instead of) $/.test(
          draft.value.slice(Math.max(0, match.index - 12), match.index),
        )
      )
        return null;
      named.push({ category, span });
      return ' ¦ ';
    });
    const categories = [...new Set(named.map(({ category }) => category))];
    for (const { category, span } of named.filter(
      ({ category }, index) =>
        categories.indexOf(category) >= 0 &&
        named.findIndex((other) => other.category === category) === index,
    )) {
      mix[category] = Number((100 / categories.length).toFixed(2));
      spans.push(span);
    }
    if (categories.length > 1)
      note = `No shares were given: ${categories.length} kinds of workload in equal parts.`;
    else if (categories.length === 1) note = `“${spans[0]?.text ?? ''}” taken as all of the workload.`;
  }
  const [span] = spans;
  if (span === undefined || total() === 0) return;
  if (Math.abs(total() - 100) > 1) note = `Shares of the workload sum to ${total()} %: taken as weights.`;
  const [last] = spans.slice(-1);
  const whole =
    last === undefined || last === span
      ? span
      : {
          start: Math.min(span.start, last.start),
          end: Math.max(span.end, last.end),
          text: spans.map((part) => part.text).join(' … '),
        };
  found.changes.push({ op: 'set', feature: 'workload_mix', value: mix, span: whole, note });
}
