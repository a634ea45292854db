import type { Plan } from '../plan/plan.ts';
import { callSql } from './call-sql.ts';
import { compile, type Statement } from './fragment.ts';
import { readSql } from './read-sql.ts';
import { writeSql } from './write-sql.ts';

/** Step 3 of 4: one statement that gives one row `total, returned, body`. */
export function planSql(plan: Plan): Statement {
  if (plan.kind === 'read') return compile(readSql(plan));
  if (plan.kind === 'call') return compile(callSql(plan));
  return compile(writeSql(plan));
}
