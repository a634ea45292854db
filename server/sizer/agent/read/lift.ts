import type { Draft } from '../text/draft.ts';
import type { FeatureKey, Findings } from './change.ts';

/** What people call each constraint, and the features that go with it. */
const SUBJECTS: readonly { readonly words: string; readonly features: readonly FeatureKey[] }[] = [
  {
    words: String.raw`(?:node|server|machine|box)s?(?: count| number)?(?: limit| cap| restriction| constraint| ceiling| maximum| max| limitation| budget)?s?`,
    features: ['max_nodes'],
  },
  {
    words: String.raw`(?:budget(?: limit| cap| constraint| restriction| ceiling| basis)?|(?:cost|price|money|spend(?:ing)?|dollar) (?:limit|cap|constraint|restriction|ceiling)|money|cost|costs|price)`,
    features: ['budget_usd', 'budget_basis'],
  },
  {
    words: String.raw`(?:(?:p ?99|latency|e2e|tail|response time|slo|sla)(?: latency)?(?: limit| cap| constraint| requirement| target| restriction| bound| slo| sla| ceiling| thing| goal)?s?)`,
    features: ['max_latency_p99_ms', 'latency_slo'],
  },
  {
    words: String.raw`(?:strict(?:ness)?|latency profile)(?: latency| slo| profile)?`,
    features: ['latency_slo'],
  },
  {
    words: String.raw`(?:(?:throughput|tokens per second|token rate|tok\/s|tps)(?: target| goal| requirement| constraint| limit)?s?)`,
    features: [
      'target_tokens_per_sec',
      'target_tokens_per_sec_per_user',
      'target_tokens_per_sec_per_request',
      'target_tokens_per_sec_per_user_request',
    ],
  },
  {
    words: String.raw`(?:(?:gpu|hardware|accelerator|card|gpu model|hw)s?(?: model)?s?(?: filter| restriction| limit(?:ation)?| constraint| requirement| preference| exclusion| choice)?s?)`,
    features: ['allowed_gpu_models', 'allowed_vendors'],
  },
  { words: String.raw`(?:gpu count|number of gpus|gpu number)(?: limit)?`, features: ['gpu_count'] },
  {
    words: String.raw`(?:vendor|brand|manufacturer|supplier)s?(?: filter| restriction| limit(?:ation)?| constraint| requirement| preference)?s?`,
    features: ['allowed_vendors'],
  },
  {
    words: String.raw`(?:framework|engine|serving framework|inference engine|runtime)s?(?: filter| restriction| requirement| constraint| choice)?`,
    features: ['framework'],
  },
  {
    words: String.raw`(?:precision|quanti[sz]ation|quant|dtype|number format)s?(?: filter| restriction| requirement| constraint| choice)?`,
    features: ['precision'],
  },
  {
    words: String.raw`(?:concurrency|concurrent (?:users|requests)|conc)(?: limit| number| level)?`,
    features: ['conc'],
  },
  {
    words: String.raw`(?:(?:token (?:counts?|lengths?|profile|shape)|prompt and answer lengths?|sequence lengths?|isl(?: and |\/)osl|input and output lengths?|lengths))`,
    features: ['isl', 'osl'],
  },
  { words: String.raw`(?:input (?:length|tokens|size)|prompt length|isl)`, features: ['isl'] },
  { words: String.raw`(?:output (?:length|tokens|size)|answer length|osl)`, features: ['osl'] },
  { words: String.raw`(?:workload(?: mix)?|mix|use[- ]case mix)(?: profile)?`, features: ['workload_mix'] },
  {
    words: String.raw`(?:(?:peak |active )?users?(?: count| number| peak)?|peak)`,
    features: ['active_users_peak'],
  },
  { words: String.raw`(?:growth(?: rate| assumption)?)`, features: ['growth_pct'] },
  { words: String.raw`(?:model(?: choice| name)?)`, features: ['display_model'] },
  { words: String.raw`(?:(?:time )?horizon|years)`, features: ['horizon_years'] },
  {
    words: String.raw`(?:inventory|stock|existing (?:gpus|hardware)|what we (?:have|own))`,
    features: ['available_inventory'],
  },
  {
    words: String.raw`(?:tensor parallel(?:ism)?|tp|parallelism)(?: setting| size)?`,
    features: ['decode_tp', 'prefill_tp', 'ep', 'pp', 'dp_attention'],
  },
  { words: String.raw`(?:disaggregation|disaggregated(?: mode| serving)?)`, features: ['mode'] },
  { words: String.raw`(?:sort(?:ing)?|ranking|order)(?: order)?`, features: ['recommendation_sort'] },
];
const SUBJECT = SUBJECTS.map(({ words }) => `(?:${words})`).join('|');
const ARTICLE = String.raw`(?:(?:das|die|den|der|le|la|les|el|los|las|o|os|il|du|de|the|that|any|my|our|this|those|these|all|such|a|an|about|about the|with the|of the|on the|for|s)\s+)*`;
const VERB = String.raw`(?:drop(?:ping)?|forget(?: about)?|remove|removing|ignore|lift|scrap|scratch|clear|cancel|lose|delete|undo|kill|unset|reset|take (?:away|out|off)|get rid of|never ?mind|skip|disregard|don't need|no longer (?:need|care about|have)|not (?:need|care about|have)(?: any| a)?(?: more)?|without|no more|no|relax|waive|throw out|ditch|strip|nor|neither|same (?:goes )?for|leave out|stop (?:limiting|restricting)(?: by| on)?|away with)`;
const AFTER = String.raw`(?:(?:is|are|does|do|s|can be|was|should be)?\s*(?:not (?:matter|important|relevant|needed|an issue|a concern|a problem)|no longer (?:matters?|needed|relevant|applies|an issue|a constraint)|irrelevant|unlimited|no (?:object|issue|problem|concern|limit)|gone|off|dropped|unconstrained|open|up to you|flexible|can be anything|whatever|drop(?:ped)?)(?: any ?more| now)?)`;
const FREE = String.raw`(?:any|whatever|whichever|every|open on|all|unlimited|flexible on|free choice of|don't care (?:about|which)|doesn't matter which|not care (?:about|which)(?: the)?)`;

function featuresOf(text: string): readonly FeatureKey[] {
  const plain = text.trim();
  return SUBJECTS.find(({ words }) => new RegExp(`^(?:${words})$`).test(plain))?.features ?? [];
}

/** Constraints that the person takes back: "drop the node limit", "forget the budget", "latency doesn't matter", "any framework". */
export function readLifted(draft: Draft, found: Findings): void {
  const put = (subjects: readonly string[], span: Parameters<Parameters<Draft['take']>[1]>[1]) => {
    const features = [...new Set(subjects.flatMap(featuresOf))];
    for (const feature of features) found.changes.push({ op: 'lift', feature, span });
    return features.length > 0;
  };
  const list = String.raw`(${SUBJECT})((?:\s*(?:,|and|or|nor|&)\s*${ARTICLE}(?:${SUBJECT}))*)`;
  const split = (first: string, rest: string) => [
    first,
    ...rest
      .split(/\s*(?:,|\band\b|\bor\b|\bnor\b|&)\s*/)
      .map((part) => part.replace(new RegExp(`^${ARTICLE}`), ''))
      .filter((part) => part !== ''),
  ];
  draft.take(
    new RegExp(
      String.raw`\b${VERB}\s+${ARTICLE}${list}(?![\w-]|\s*(?:of |is |to |=|:|under|below|at )?\s*[$]?\d)(?:\s+(?:again|any ?more|altogether|entirely|for now|please|completely|requirement|restrictions?|thing|part))*`,
      'g',
    ),
    (match, span) => {
      const verb = /^[a-z' ]*?(?=\s)/.exec(match[0])?.[0] ?? '';
      const [first = '', rest = ''] = [match[1], match[2]];
      // "no users", "without gpus" are not constraints that are lifted; "no budget yet" is.
      if (
        /^(?:no|without)$/.test(verb) &&
        /^(?:gpus?|users?|servers?|nodes?|years|cards?|order|costs?|price)$/.test(first)
      )
        return false;
      return put(split(first, rest), span);
    },
  );
  draft.take(new RegExp(String.raw`\b(?:the |our |my )?${list}\s+${AFTER}`, 'g'), (match, span) =>
    put(split(match[1] ?? '', match[2] ?? ''), span),
  );
  draft.take(
    new RegExp(
      String.raw`\b${FREE}\s+(?:the )?(${SUBJECT})(?![\w-])(?:\s+(?:is|are|will|would|may be) (?:fine|ok|okay|good|do|possible|allowed|acceptable))?`,
      'g',
    ),
    (match, span) => {
      if (/\b(?:how|in|at|but|than)\s+$/.test(draft.value.slice(Math.max(0, match.index - 8), match.index)))
        return false;
      const before = draft.value.slice(match.index + match[0].length);
      if (/^\s*(?:but|except|other than|apart from|besides)/.test(before)) return false;
      return put([match[1] ?? ''], span);
    },
  );
  draft.take(
    /\b(?:remove|drop|lift|clear|forget|ignore) (?:all|every|any|the) (?:of the )?(?:constraints?|limits?|restrictions?|filters?|requirements?)\b/g,
    (_, span) => {
      for (const feature of [
        'max_nodes',
        'budget_usd',
        'budget_basis',
        'max_latency_p99_ms',
        'latency_slo',
        'allowed_gpu_models',
        'allowed_vendors',
      ] as const) {
        found.changes.push({ op: 'lift', feature, span });
      }
    },
  );
  draft.take(/\bmoney (?:is )?no object\b|\bcost is not (?:an issue|a problem)\b/g, (_, span) => {
    found.changes.push({ op: 'lift', feature: 'budget_usd', span });
    found.changes.push({ op: 'lift', feature: 'budget_basis', span });
  });
}
