import type { PlanRequest } from '../parse/accept.ts';
import type { Plan } from '../plan/plan.ts';
import type { Statement } from './fragment.ts';
import { planSql } from './plan-sql.ts';

/** `explain (format json, analyze, …)` of the statement that would have answered; the words are of closed lists. */
export function explainPlanSql(plan: Plan, { format, options }: PlanRequest): Statement {
  const { text, params } = planSql(plan);
  return { text: `explain (${[`format ${format}`, ...options].join(', ')}) ${text}`, params };
}
