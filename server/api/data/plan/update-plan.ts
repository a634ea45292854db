import { ApiError } from '#contract/errors.ts';
import { dialectError } from '../errors.ts';
import type { Relation } from '../schema-cache.ts';
import { allowedMethods } from './allow.ts';
import { resolveColumn, resolveConditions, resolveSelect } from './columns.ts';
import type { PlanContext, UpdatePlan } from './plan.ts';

export function planUpdate({ request }: PlanContext, relation: Relation): UpdatePlan {
  if (!relation.isUpdatable) {
    throw dialectError('PGRST117', `"${relation.name}" cannot be changed.`, {
      headers: { Allow: allowedMethods(relation) },
    });
  }
  if (!relation.canUpdate)
    throw new ApiError('forbidden', 'Your role may not do this.', { details: { pgcode: '42501' } });
  for (const parameter of ['order', 'limit', 'offset']) {
    // Ignoring a limit would change more rows than asked for.
    if (request.given.has(parameter)) {
      throw dialectError('PGRST100', `"${parameter}" has no meaning for PATCH.`, { details: { parameter } });
    }
  }
  const source = { label: relation.name, columns: relation.columns };
  const wanted = request.prefer.return ?? (request.format === 'object' ? 'representation' : 'minimal');
  const isShown = wanted === 'representation';
  return {
    kind: 'update',
    relation,
    set: Object.keys(request.body.value).map((name) => resolveColumn(source, { name }, 'update')),
    json: request.body.text,
    where: resolveConditions(source, request.where),
    columns: isShown ? resolveSelect(source, request.select) : [],
    body: isShown ? request.format : 'none',
    return: wanted,
    count: request.prefer.count,
  };
}
