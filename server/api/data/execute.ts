import { z } from 'zod';

import type { Database, Queryable, TransactionOptions } from '#server/database/port.ts';
import type { Outcome } from './outcome.ts';
import type { Plan, ReadPlan } from './plan/plan.ts';
import { checkOutcome } from './respond/content-range.ts';
import { compile } from './sql/fragment.ts';
import { planSql } from './sql/plan-sql.ts';
import { explainSql } from './sql/read-sql.ts';

const countSchema = z.string().transform(Number);
const outcomeSchema = z.object({
  total: countSchema.nullable(),
  returned: countSchema,
  body: z.string().nullable(),
});
const explainSchema = z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })).min(1);

/**
 * Runs a plan in one transaction. An answer that must be refused after the fact (not exactly one object, a range that
 * cannot be satisfied) is refused before the commit, so a refused write has changed nothing.
 */
export async function execute(
  database: Database,
  options: TransactionOptions,
  plan: Plan,
  end: 'commit' | 'rollback',
): Promise<Outcome> {
  if (plan.kind === 'update' && plan.set.length === 0) {
    return checkOutcome(plan, { total: null, returned: 0, body: plan.body === 'none' ? null : '[]' });
  }
  if (plan.kind === 'read' && (plan.page.count === 'planned' || plan.page.count === 'estimated')) {
    return database.tx(options, async (tx) => checkOutcome(plan, await readWithEstimate(tx, plan)));
  }
  const { text, params } = planSql(plan);
  const mayRefuseWrite = options.readOnly !== true && (plan.body === 'object' || isCountedFrom(plan));
  if (!mayRefuseWrite || end === 'rollback') {
    const { rows } = await database.one(options, text, params, end);
    return checkOutcome(plan, outcomeSchema.parse(rows[0]));
  }
  return database.tx(options, async (tx) => {
    const { rows } = await tx.query(text, params);
    return checkOutcome(plan, outcomeSchema.parse(rows[0]));
  });
}

function isCountedFrom(plan: Plan): boolean {
  return plan.kind === 'call' && plan.page.count !== null && plan.page.offset > 0;
}

/** The planner's estimate where exact counting was not asked for, or stopped at its cap. */
async function readWithEstimate(tx: Queryable, plan: ReadPlan): Promise<Outcome> {
  const { text, params } = planSql(plan);
  const { rows } = await tx.query(text, params);
  const outcome = outcomeSchema.parse(rows[0]);
  if (outcome.total !== null && outcome.total <= plan.maxRows) return outcome;
  const seen = outcome.returned === 0 ? 0 : plan.page.offset + outcome.returned;
  return { ...outcome, total: Math.max(await estimate(tx, plan), outcome.total ?? 0, seen) };
}

async function estimate(tx: Queryable, plan: ReadPlan): Promise<number> {
  const { text, params } = compile(explainSql(plan));
  const { rows } = await tx.query<{ 'QUERY PLAN': unknown }>(text, params);
  const answer = rows[0]?.['QUERY PLAN'];
  const [first] = explainSchema.parse(typeof answer === 'string' ? JSON.parse(answer) : answer);
  return first === undefined ? 0 : Math.round(first.Plan['Plan Rows']);
}
