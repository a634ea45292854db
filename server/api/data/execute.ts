import { z } from 'zod';

import type { Database, Queryable, TransactionOptions } from '#server/database/port.ts';
import type { Outcome } from './outcome.ts';
import type { Plan, ReadPlan, WritePlan } from './plan/plan.ts';
import { isSingular, type PlanRequest } from './parse/accept.ts';
import { checkOutcome } from './respond/content-range.ts';
import { readResponseHeaders, readResponseStatus } from './response-settings.ts';
import { explainPlanSql } from './sql/explain-sql.ts';
import { compile, type Statement } from './sql/fragment.ts';
import { planSql } from './sql/plan-sql.ts';
import { explainSql } from './sql/read-sql.ts';

/** As `planSql` writes its one row: numbers as text, what a statement does not tell is absent. */
interface OutcomeRow {
  readonly total: string | null;
  readonly returned: string;
  readonly body: string | null;
  readonly inserted?: string | null;
  readonly location?: string | null;
  readonly response_headers?: string | null;
  readonly response_status?: string | null;
}

const locationSchema = z.record(z.string(), z.string());

/** By hand and not by zod: the row is of our own SQL, and every read comes through here. */
function toOutcome(row: OutcomeRow | undefined): Outcome {
  if (row === undefined) throw new Error('a statement of the data API gave no row');
  return {
    total: numberOf(row.total),
    returned: Number(row.returned),
    body: row.body,
    inserted: numberOf(row.inserted),
    location: row.location == null ? null : locationSchema.parse(JSON.parse(row.location)),
    headers: readResponseHeaders(row.response_headers ?? null),
    status: readResponseStatus(row.response_status ?? null),
  };
}

function numberOf(text: string | null | undefined): number | null {
  return text == null ? null : Number(text);
}

const explainSchema = z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })).min(1);

const readStatements = new WeakMap<Plan, Statement>();

/** The plan of a read is kept for its next request (`read-memo.ts`), and its SQL with it. */
function statementOf(plan: Plan): Statement {
  if (plan.kind !== 'read') return planSql(plan);
  let statement = readStatements.get(plan);
  if (statement === undefined) {
    statement = planSql(plan);
    readStatements.set(plan, statement);
  }
  return statement;
}

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
  if (plan.kind === 'write' && changesNothing(plan)) {
    return checkOutcome(plan, { total: null, returned: 0, body: plan.body === 'none' ? null : '[]' });
  }
  if (plan.kind === 'read' && (plan.page.count === 'planned' || plan.page.count === 'estimated')) {
    return database.tx(options, async (tx) => checkOutcome(plan, await readWithEstimate(tx, plan)));
  }
  const { text, params } = statementOf(plan);
  const mayRefuseWrite = options.readOnly !== true && mayBeRefused(plan);
  if (!mayRefuseWrite || end === 'rollback') {
    const { rows } = await database.one<OutcomeRow>(options, text, params, end);
    return checkOutcome(plan, withoutCap(plan, toOutcome(rows[0])));
  }
  return database.tx(options, async (tx) => {
    const { rows } = await tx.query<OutcomeRow>(text, params);
    return checkOutcome(plan, toOutcome(rows[0]));
  });
}

/** A count that stopped at its cap is no total. */
function withoutCap(plan: Plan, outcome: Outcome): Outcome {
  if (plan.kind !== 'read' || plan.cheapTotal === null || (outcome.total ?? 0) <= plan.cheapTotal)
    return outcome;
  return { ...outcome, total: null };
}

/** The plan of the statement in PostgreSQL's words; test mode only. `analyze` runs it. */
export async function explain(
  database: Database,
  options: TransactionOptions,
  plan: Plan,
  asked: PlanRequest,
): Promise<string> {
  const rolledBack = new RolledBack();
  try {
    return await database.tx(options, async (tx) => {
      // The identifier of a query is a setting of superusers alone.
      await tx.query(
        "select set_config('compute_query_id', 'on', true) from pg_catalog.pg_roles where rolname = current_user and rolsuper",
      );
      const { text, params } = explainPlanSql(plan, asked);
      const { rows } = await tx.query<{ 'QUERY PLAN': unknown }>(text, params);
      const lines = rows.map((row) => row['QUERY PLAN']);
      rolledBack.text =
        asked.format === 'text'
          ? lines.map(String).join('\n')
          : typeof lines[0] === 'string'
            ? lines[0]
            : JSON.stringify(lines[0]);
      throw rolledBack;
    });
  } catch (error) {
    if (error === rolledBack) return rolledBack.text;
    throw error;
  }
}

/** Ends a transaction with a rollback. */
class RolledBack extends Error {
  text = '';
}

function changesNothing({ change }: WritePlan): boolean {
  if (change.do === 'update') return change.set.length === 0;
  return change.do === 'insert' && change.rowCount === 0;
}

/** Whether the answer can still be a refusal once the statement has run; `response.*` may be unreadable, too. */
function mayBeRefused(plan: Plan): boolean {
  if (plan.kind === 'write')
    return plan.maxAffected !== null || plan.change.do === 'put' || isSingular(plan.body);
  if (plan.kind === 'read') return isSingular(plan.body);
  const isCountedFrom = plan.page.count !== null && plan.page.offset > 0;
  return isSingular(plan.body) || isCountedFrom || plan.maxAffected !== null;
}

/** The planner's estimate where exact counting was not asked for, or stopped at its cap. */
async function readWithEstimate(tx: Queryable, plan: ReadPlan): Promise<Outcome> {
  const { text, params } = statementOf(plan);
  const { rows } = await tx.query<OutcomeRow>(text, params);
  const outcome = toOutcome(rows[0]);
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
