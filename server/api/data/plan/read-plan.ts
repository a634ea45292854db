import { dialectError } from '../errors.ts';
import type { Relation } from '../schema-model.ts';
import { allowedMethods } from './allow.ts';
import { planPage } from './page-plan.ts';
import type { PlanContext, ReadPlan } from './plan.ts';

export function planRead(context: PlanContext, relation: Relation): ReadPlan {
  const { request, maxRows, rangeTotals, aggregates } = context;
  if (!relation.canSelect) {
    throw dialectError('PGRST117', `"${relation.name}" cannot be read.`, {
      headers: { Allow: allowedMethods(relation) },
    });
  }
  const source = { label: relation.name, columns: relation.columns, aggregates };
  return {
    kind: 'read',
    relation,
    page: planPage(context, source, relation, request.where),
    body: request.method === 'HEAD' ? 'none' : request.format,
    maxRows,
    cheapTotal: request.isRanged && request.prefer.count === null ? rangeTotals : null,
  };
}
