import { dialectError } from '../errors.ts';
import type { Relation } from '../schema-cache.ts';
import { allowedMethods } from './allow.ts';
import { planPage } from './page-plan.ts';
import type { PlanContext, ReadPlan } from './plan.ts';

export function planRead({ request, maxRows }: PlanContext, relation: Relation): ReadPlan {
  if (!relation.canSelect) {
    throw dialectError('PGRST117', `"${relation.name}" cannot be read.`, {
      headers: { Allow: allowedMethods(relation) },
    });
  }
  const source = { label: relation.name, columns: relation.columns };
  return {
    kind: 'read',
    relation,
    page: planPage(request, source, request.where, maxRows),
    body: request.method === 'HEAD' ? 'none' : request.format,
    maxRows,
  };
}
