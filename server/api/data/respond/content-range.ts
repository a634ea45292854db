import { dialectError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { isSingular } from '../parse/accept.ts';
import type { Plan } from '../plan/plan.ts';
import { notTheRow } from '../plan/put-plan.ts';

/** First, last and total: `0-24/3573458`; an unknown total, and the rows of an empty answer, are written as a star. */
export function contentRange(offset: number, returned: number, total: number | null): string {
  const rows = returned === 0 ? '*' : `${offset}-${offset + returned - 1}`;
  return `${rows}/${total ?? '*'}`;
}

/** 206 when a known total says that there is more than was sent. */
export function rangeStatus(returned: number, total: number | null): 200 | 206 {
  return total !== null && returned < total ? 206 : 200;
}

/** Throws what an outcome must be refused with: 406 for not exactly one object, 416 for an offset behind the end. */
export function checkOutcome(plan: Plan, outcome: Outcome): Outcome {
  const { total, returned } = outcome;
  if (plan.kind !== 'write' && total !== null && returned === 0 && plan.page.offset > total) {
    throw dialectError('PGRST103', 'Requested range not satisfiable', {
      details: {
        reason: `An offset of ${plan.page.offset} was requested, but there are only ${total} rows.`,
      },
      headers: { 'Content-Range': contentRange(0, 0, total), 'Range-Unit': 'items' },
    });
  }
  if (plan.kind === 'write' && plan.change.do === 'put' && returned !== 1) throw notTheRow();
  const maxAffected = plan.kind === 'read' ? null : plan.maxAffected;
  if (maxAffected !== null && returned > maxAffected) {
    throw dialectError('PGRST124', 'Query result exceeds max-affected preference constraint', {
      details: { reason: `The query affects ${returned} rows`, rows: returned },
    });
  }
  if (isSingular(plan.body) && returned !== 1) {
    throw dialectError('PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: { reason: `The result contains ${returned} rows`, rows: returned },
    });
  }
  return outcome;
}
