import type { ApiError } from '#contract/errors.ts';
import type { Outcome } from '../outcome.ts';
import { CONTENT_TYPES } from '../parse/accept.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { BodyFormat, Plan } from '../plan/plan.ts';
import { contentRange, rangeStatus } from './content-range.ts';

export interface DataResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for HEAD and 204. */
  readonly body: string;
}

/** Step 4 of 4: the answer, around the body that the database wrote. `format` is also what a HEAD would have had. */
export function respond(
  plan: Plan,
  outcome: Outcome,
  request: { format: Exclude<BodyFormat, 'none'>; prefer: Preferences; isTxHonoured: boolean },
): DataResponse {
  const applied = appliedPreferences(plan, request);
  const headers: Record<string, string> = applied === '' ? {} : { 'Preference-Applied': applied };
  if (plan.kind === 'update') return respondToUpdate(plan, outcome, request.format, headers);
  if (plan.kind === 'call' && plan.fn.returns.kind === 'void') return { status: 204, headers, body: '' };
  return {
    status: rangeStatus(outcome.returned, outcome.total),
    headers: {
      'Content-Type': CONTENT_TYPES[request.format],
      'Content-Range': contentRange(plan.page.offset, outcome.returned, outcome.total),
      'Range-Unit': 'items',
      ...headers,
    },
    body: outcome.body ?? '',
  };
}

function respondToUpdate(
  plan: Extract<Plan, { kind: 'update' }>,
  outcome: Outcome,
  format: Exclude<BodyFormat, 'none'>,
  applied: Record<string, string>,
): DataResponse {
  const headers = {
    'Content-Range': contentRange(0, outcome.returned, plan.count === null ? null : outcome.returned),
    'Range-Unit': 'items',
    ...applied,
  };
  if (plan.body === 'none') return { status: 204, headers, body: '' };
  return {
    status: 200,
    headers: { 'Content-Type': CONTENT_TYPES[format], ...headers },
    body: outcome.body ?? '',
  };
}

function appliedPreferences(
  plan: Plan,
  { prefer, isTxHonoured }: { prefer: Preferences; isTxHonoured: boolean },
): string {
  const applied = [
    plan.kind === 'update' && prefer.return !== null ? `return=${prefer.return}` : null,
    prefer.count === null ? null : `count=${prefer.count}`,
    prefer.handling === null ? null : `handling=${prefer.handling}`,
    isTxHonoured && prefer.tx !== null ? `tx=${prefer.tx}` : null,
  ];
  return applied.filter((token) => token !== null).join(', ');
}

/** The contract's error body. HEAD gets the status and headers alone. */
export function respondWithError(error: ApiError, isHead: boolean): DataResponse {
  return {
    status: error.status,
    headers: { ...error.headers, 'Content-Type': CONTENT_TYPES.json },
    body: isHead ? '' : JSON.stringify(error.toBody()),
  };
}
