import type { ParsedCondition } from '../parse/filter.ts';
import type { RelationName } from '../relationships.ts';
import type { ColumnSource } from './columns.ts';
import { planLevels } from './embed-plan.ts';
import type { Page, PlanContext } from './plan.ts';

/** The rows an answer is made of. `relation` is what they are rows of, from which other resources are embedded. */
export function planPage(
  context: PlanContext,
  source: ColumnSource,
  relation: RelationName | null,
  where: readonly ParsedCondition[],
  maxRows = context.maxRows,
): Page {
  const { select, order, range, prefer } = context.request;
  return {
    ...planLevels(context, source, relation, { select, where, order }),
    offset: range.offset,
    limit: Math.min(range.limit ?? maxRows, maxRows),
    count: prefer.count,
    maxBytes: context.maxAnswerBytes,
  };
}
