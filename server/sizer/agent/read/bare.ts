import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import { featureName } from '../dialogue/describe.ts';
import type { Draft } from '../text/draft.ts';
import { grouped } from './amount.ts';
import type { Change, FeatureKey, Findings } from './change.ts';

/** What a number or name without a word beside it may stand for. */
export interface Expectation {
  /** The feature that the last assistant turn asked for. */
  readonly asked: FeatureKey | 'tokens' | 'currency' | null;
  /** The choices it offered, in order. */
  readonly options: readonly string[];
  /** Features that the last turn with changes set: a correction without a name is about one of them. */
  readonly recent: readonly FeatureKey[];
  readonly features: SolveFeatures;
}

export const NOTHING_EXPECTED: Expectation = { asked: null, options: [], recent: [], features: {} };

const NUMERIC = [
  'conc',
  'isl',
  'osl',
  'target_tokens_per_sec',
  'target_tokens_per_sec_per_user',
  'target_tokens_per_sec_per_request',
  'active_users_peak',
  'budget_usd',
  'max_latency_p99_ms',
  'max_nodes',
  'gpu_count',
  'decode_tp',
  'growth_pct',
  'horizon_years',
] as const;
/** Constraints that people call a limit. */
const LIMITS = [
  'max_nodes',
  'budget_usd',
  'max_latency_p99_ms',
  'latency_slo',
  'allowed_gpu_models',
  'allowed_vendors',
] as const;
type Numeric = (typeof NUMERIC)[number];
const isNumeric = (key: string): key is Numeric => (NUMERIC as readonly string[]).includes(key);

const CORRECTION = String.raw`(?:actually|no,? wait|wait|sorry|i mean(?:t)?|make (?:that|it)|rather|instead|scratch that|correction|change (?:that|it)(?: to)?|better|let'?s (?:say|do|go with|make it)|more like|oops|not \d+(?:,| but)?|should be|(?:raise|lower|increase|decrease|reduce|set|bump|cut|change|push|put|drop|up)(?: (?:it|that|this))?(?: up| down)? to|(?:is|are|would|will) (?:it|that|this|they)(?: still)? (?:be )?(?:enough|ok|sufficient|fine) (?:for|with|at)|(?:will|would|can|could|does|do) (?:it|that|this|they)(?: still)? (?:hold|handle|work|take|cope|scale|do)(?: up)?(?: (?:for|with|at|to|up to))?|no)`;

/** Bare numbers: answers to the last question, and corrections ("actually 128", "make that 3"). */
export function readBare(draft: Draft, expectation: Expectation, found: Findings): void {
  const inMessage = found.changes.flatMap((change) =>
    change.op === 'set' && isNumeric(change.feature) && typeof change.value === 'number'
      ? [{ feature: change.feature, value: change.value }]
      : [],
  );
  const standing = expectation.recent.filter(isNumeric).flatMap((feature) => {
    const value = expectation.features[feature];
    return typeof value === 'number' ? [{ feature, value }] : [];
  });
  const all = NUMERIC.flatMap((feature) => {
    const value = expectation.features[feature];
    return typeof value === 'number' ? [{ feature, value }] : [];
  });
  // "90" of a limit of 60 s is 90 s, "800" of a budget of $600k is $800k.
  const nearest = (value: number, among: readonly { feature: Numeric; value: number }[]) =>
    among
      .flatMap(({ feature, value: current }) =>
        (feature === 'max_latency_p99_ms'
          ? [1_000, 1]
          : feature === 'budget_usd'
            ? [1, 1_000, 1_000_000]
            : [1]
        ).map((scale) => ({
          feature,
          current,
          value: value * scale,
          distance: Math.abs(Math.log(current / (value * scale))),
        })),
      )
      .sort((a, b) => a.distance - b.distance)[0];
  const set = (feature: Numeric, value: number, span: Change['span'], note: string | undefined) => {
    const isWhole =
      !['budget_usd', 'max_latency_p99_ms', 'growth_pct', 'horizon_years'].includes(feature) &&
      !feature.startsWith('target');
    found.changes.push({
      op: 'set',
      feature,
      value: isWhole ? Math.max(1, Math.round(value)) : value,
      span,
      note,
    });
  };
  // "64, no wait, 128", "actually 128", "make that 128", "128 instead"
  const read = (value: number, span: Change['span']) => {
    if (!(value > 0)) return false;
    const target = nearest(value, inMessage.length > 0 ? inMessage : standing.length > 0 ? standing : all);
    // Far from every figure that stands, and no load yet: a count of requests.
    const hasLoad = expectation.features.conc != null || expectation.features.active_users_peak != null;
    const isFar = target === undefined || target.distance > Math.log(4);
    if (
      isFar &&
      !hasLoad &&
      inMessage.length === 0 &&
      Number.isInteger(value) &&
      expectation.features.display_model != null
    ) {
      set('conc', value, span, `“${span.text.trim()}” taken as requests in flight.`);
      return true;
    }
    if (target === undefined) return false;
    set(
      target.feature,
      target.value,
      span,
      `“${span.text.trim()}” taken as ${featureName(target.feature)} ${grouped(target.value)} (it was ${grouped(target.current)}).`,
    );
    return true;
  };
  draft.take(
    new RegExp(
      String.raw`\b${CORRECTION}(?:[ ,:¦-]+(?:no|wait|sorry|make (?:that|it)|it'?s|to|use|with|i meant?|rather|actually))*[ ,:-]+(\d+(?:\.\d+)?)(?!\.?\w|[%⟧])`,
      'g',
    ),
    (match, span) => read(Number(match[1]), span),
  );
  draft.take(
    /(?<![\w.⟦$])(\d+(?:\.\d+)?)(?!\.?\w|[%⟧])\s*(?:instead|rather|then|is better|will do)\b/g,
    (match, span) => read(Number(match[1]), span),
  );

  // "double that": the figure that was spoken of last.
  draft.take(/\b(doubl|tripl|quadrupl|halv)(?:e|ing) (?:that|it|this)\b/g, (match, span) => {
    const [target] = standing.length > 0 ? standing : all.length === 1 ? all : [];
    if (target === undefined) return false;
    const value = { doubl: 2, tripl: 3, quadrupl: 4, halv: 0.5 }[match[1] ?? ''] ?? 1;
    found.changes.push({ op: 'multiply', feature: target.feature, value, span });
    return true;
  });
  // "remove that limit": the one that was set last, or the only one there is.
  draft.take(
    /\b(?:drop|remove|forget|lift|scrap|scratch|ditch|without|cancel|relax|undo|no more) (?:that|this|the|it,? the) (?:last |latest )?(?:limit|cap|constraint|restriction|requirement|condition|ceiling)\b/g,
    (_, span) => {
      const held = LIMITS.filter((key) => expectation.features[key] != null);
      const recent = held.filter((key) => expectation.recent.includes(key));
      const meant = recent.length > 0 ? recent : held.length === 1 ? held : [];
      for (const feature of meant) found.changes.push({ op: 'lift', feature, span });
      return meant.length > 0;
    },
  );

  const rest = draft.value.replace(/¦/g, ' ').trim();
  const ordinal =
    /^(?:the |option |number |no\.? |#)?(?:(first|1st)|(second|2nd)|(third|3rd)|(fourth|4th)|(last|latter)|(former))(?: one| option)?[.! ]*$/.exec(
      rest,
    );
  const place =
    ordinal === null
      ? null
      : ordinal[5] !== undefined
        ? expectation.options.length - 1
        : ordinal[6] !== undefined
          ? 0
          : ordinal.slice(1, 5).findIndex((word) => Boolean(word));
  const pick = (index: number) => {
    const option = expectation.options[index];
    if (
      option === undefined ||
      (expectation.asked !== 'display_model' && expectation.asked !== 'allowed_gpu_models')
    )
      return false;
    const span = draft.span(0, draft.value.length);
    if (expectation.asked === 'display_model')
      found.changes.push({ op: 'set', feature: 'display_model', value: option, span });
    else found.changes.push({ op: 'set', feature: 'allowed_gpu_models', value: [option], span });
    draft.take(/.+/gs, () => true);
    return true;
  };
  if (place !== null && pick(place)) return;
  if (
    /^(?:yes|yep|yeah|sure|ok|okay|correct|right|exactly|that one|y)[ ,.!]*(?:please|thanks)?[.! ]*$/.test(
      rest,
    ) &&
    expectation.options.length === 1 &&
    pick(0)
  )
    return;
  if (expectation.asked === 'display_model' || expectation.asked === 'allowed_gpu_models') {
    const only = /^(?:option |number |#)?(\d)[.) ]*$/.exec(rest);
    if (only !== null && pick(Number(only[1]) - 1)) return;
    // "the 120b": part of exactly one of the names offered.
    const word = rest
      .toLowerCase()
      .replace(/^(?:the|it'?s|that|i mean|use|sorry|ok|yes)\s+/g, '')
      .replace(/[.! ]+$|\s+(?:one|please|model|version)$/g, '')
      .replace(/ one$/, '');
    if (word.length >= 2 && found.changes.length === 0) {
      const hits = expectation.options.flatMap((option, index) =>
        option
          .toLowerCase()
          .split(/[-\s]+/)
          .includes(word)
          ? [index]
          : [],
      );
      const [hit] = hits;
      if (hits.length === 1 && hit !== undefined && pick(hit)) return;
    }
    const sized = /⟦m\d+⟧/.test(rest);
    if (sized) return;
  }
  if (expectation.asked !== null) {
    const asked = expectation.asked;
    draft.take(/(?<![\w.⟦$])(\d+(?:\.\d+)?)(?!\.?\w|[%⟧])/g, (match, span) => {
      const value = Number(match[1]);
      if (!(value > 0)) return false;
      if (asked === 'currency') set('budget_usd', value, span, undefined);
      else if (asked === 'tokens') {
        const next = found.changes.some((change) => change.op === 'set' && change.feature === 'isl')
          ? 'osl'
          : 'isl';
        set(next, value, span, undefined);
      } else if (isNumeric(asked)) {
        if (found.changes.some((change) => change.op === 'set' && change.feature === asked)) return false;
        set(asked, value, span, undefined);
      } else return false;
      return true;
    });
    return;
  }
  // "200" after a turn about one number.
  const alone =
    /^(?:(?:and|or|what (?:about|if)|how about|with|try|ok|okay|then|now|maybe|for|at|to|so|use|go with)[ ,]+)*(\d+(?:\.\d+)?)[.!? ]*$/.exec(
      rest,
    );
  if (alone !== null)
    draft.take(/(?<![\w.⟦$])(\d+(?:\.\d+)?)(?!\.?\w|[%⟧])/g, (match, span) => read(Number(match[1]), span));
}
