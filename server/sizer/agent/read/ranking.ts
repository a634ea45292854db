import type { RecommendationSort } from '#contract/sizer/codes.ts';
import type { Draft } from '../text/draft.ts';
import type { Findings } from './change.ts';

const SORTS: readonly { readonly words: RegExp; readonly value: RecommendationSort }[] = [
  {
    words:
      /\b(?:cheapest|lowest[- ](?:cost|price|capex|tco)|least expensive|most (?:affordable|economical)|as cheap(?:ly)? as (?:possible|we can)|minimi[sz]e (?:the )?(?:cost|costs|price|spend)|best (?:price|value)|(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them |this )?by (?:cost|price|capex|cheapest)|cheap(?:est)? first|optimi[sz]e (?:it )?for (?:cost|price))\b(?: (?:options?|hardware|first|one|way|setup|gpus?|possible))*/g,
    value: 'lowest_cost',
  },
  {
    words:
      /\b(?:fewest|least number of|smallest number of|minimum number of|minimal number of|min(?:imi[sz]e)?(?: the)?(?: number of)?|lowest number of|as few|least) (?:gpus?|cards?|accelerators|chips)\b(?: (?:as possible|possible|first))?|\b(?:smallest footprint)\b|\b(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them )?by (?:gpus?|gpu count|number of gpus)\b/g,
    value: 'fewest_gpus',
  },
  {
    words:
      /\b(?:highest|max(?:imum|imi[sz]e)?|most|best|greatest)(?: the| possible)? (?:throughput|tokens per second|tok\/s|tps)\b|\b(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them )?by (?:throughput|speed)\b|\boptimi[sz]e (?:it )?for throughput\b|\bas many (?:users|requests|people) as possible\b/g,
    value: 'highest_throughput',
  },
  {
    words:
      /\b(?:lowest|minimum|minimi[sz]e(?: the)?|least|best|smallest)(?: possible)? latency\b|\b(?:fastest|quickest) (?:response|responses|answers?|option|one|first|response times?)\b|\b(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them )?by latency\b|\boptimi[sz]e (?:it )?for latency\b/g,
    value: 'lowest_latency',
  },
  {
    words:
      /\b(?:lowest|minimum|minimi[sz]e(?: the)?|least|smallest)(?: possible)? (?:power|energy|electricity|watts?|consumption)(?: (?:draw|consumption|use|usage|bill))?\b|\b(?:most (?:power|energy)[- ]efficient|greenest)\b|\b(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them )?by (?:power|energy)\b|\boptimi[sz]e (?:it )?for (?:power|energy)\b/g,
    value: 'lowest_power',
  },
  {
    words:
      /\b(?:recommended|default|usual|normal) (?:order|sort(?:ing)?|ranking)\b|\b(?:sort(?:ed)?|rank(?:ed)?|order(?:ed)?) (?:it |them )?by (?:recommendation|recommended|default)\b/g,
    value: 'recommended',
  },
];

/** The order of the recommendations that is wished for. */
export function readSort(draft: Draft, found: Findings): void {
  for (const { words, value } of SORTS) {
    draft.take(words, (match, span) => {
      if (
        /\b(?:not|no|instead of|drop)(?: the)? $/.test(
          draft.value.slice(Math.max(0, match.index - 16), match.index),
        )
      )
        return false;
      if (value === 'recommended') found.changes.push({ op: 'lift', feature: 'recommendation_sort', span });
      else found.changes.push({ op: 'set', feature: 'recommendation_sort', value, span });
      return true;
    });
  }
}
