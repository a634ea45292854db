import type { ApiError } from '#contract/errors.ts';
import type { PostgrestAnswer } from '../errors-postgrest.ts';
import type { Outcome } from '../outcome.ts';
import { CONTENT_TYPES, type PlanRequest, type ResponseFormat } from '../parse/accept.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { Plan, WritePlan } from '../plan/plan.ts';
import { contentRange, rangeStatus } from './content-range.ts';

export interface DataResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty for HEAD and 204. */
  readonly body: string;
}

/** What of a request shapes its answer. `format` is also what a HEAD would have had. */
export interface Asked {
  readonly format: Exclude<ResponseFormat, 'plan'>;
  readonly prefer: Preferences;
  readonly isTxHonoured: boolean;
}

/** Step 4 of 4: the answer, around the body that the database wrote. */
export function respond(plan: Plan, outcome: Outcome, asked: Asked): DataResponse {
  const response = respondToPlan(plan, outcome, asked);
  const applied = appliedPreferences(plan, asked);
  return {
    ...response,
    status: outcome.status ?? response.status,
    headers: {
      ...response.headers,
      ...(applied === '' ? {} : { 'Preference-Applied': applied }),
      ...outcome.headers,
    },
  };
}

function respondToPlan(plan: Plan, outcome: Outcome, { format }: Asked): DataResponse {
  if (plan.kind === 'write') return respondToWrite(plan, outcome, format);
  if (plan.kind === 'call' && plan.fn.returns.kind === 'void') return { status: 204, headers: {}, body: '' };
  return {
    status: rangeStatus(outcome.returned, outcome.total),
    headers: {
      'Content-Type': CONTENT_TYPES[format],
      'Content-Range': contentRange(plan.page.offset, outcome.returned, outcome.total),
      'Range-Unit': 'items',
    },
    body: outcome.body ?? '',
  };
}

function respondToWrite(plan: WritePlan, outcome: Outcome, format: Asked['format']): DataResponse {
  const isInsert = plan.change.do === 'insert';
  const rows = contentRange(0, outcome.returned, plan.count === null ? null : outcome.returned);
  const headers = {
    // Rows that were added or removed are at no place of a list.
    'Content-Range': plan.change.do === 'update' ? rows : rows.replace(/^[^/]*/, '*'),
    'Range-Unit': 'items',
    ...(outcome.location == null ? {} : { Location: locationOf(plan, outcome.location) }),
  };
  if (plan.body === 'none')
    return { status: isInsert ? insertStatus(plan, outcome) : emptyPutStatus(outcome), headers, body: '' };
  return {
    status: isInsert || outcome.inserted === 1 ? insertStatus(plan, outcome) : 200,
    headers: { 'Content-Type': CONTENT_TYPES[format], ...headers },
    body: outcome.body ?? '',
  };
}

/** 201, save for an upsert that only changed rows. */
function insertStatus(plan: WritePlan, outcome: Outcome): number {
  return plan.change.do === 'insert' && outcome.inserted === 0 ? 200 : 201;
}

function emptyPutStatus(outcome: Outcome): number {
  return outcome.inserted === 1 ? 201 : 204;
}

function locationOf(plan: WritePlan, key: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(key).map(
    ([name, text]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(text)}`,
  );
  return `/${encodeURIComponent(plan.relation.name)}?${pairs.join('&')}`;
}

function appliedPreferences(plan: Plan, { prefer, isTxHonoured }: Asked): string {
  const isInsert = plan.kind === 'write' && plan.change.do === 'insert';
  const applied = [
    isInsert && prefer.resolution !== null ? `resolution=${prefer.resolution}` : null,
    isInsert && prefer.missing !== null ? `missing=${prefer.missing}` : null,
    plan.kind === 'write' && prefer.return !== null ? `return=${prefer.return}` : null,
    prefer.count === null ? null : `count=${prefer.count}`,
    isTxHonoured && prefer.tx !== null ? `tx=${prefer.tx}` : null,
    prefer.handling === null ? null : `handling=${prefer.handling}`,
    prefer.timezone === null ? null : `timezone=${prefer.timezone}`,
    prefer.maxAffected === null ? null : `max-affected=${prefer.maxAffected}`,
  ];
  return applied.filter((token) => token !== null).join(', ');
}

/** The plan of the statement instead of its result. */
export function respondWithPlan(text: string, asked: PlanRequest): DataResponse {
  return {
    status: 200,
    headers: {
      'Content-Type': `application/vnd.pgrst.plan+${asked.format}; for="${asked.forType}"; charset=utf-8`,
    },
    body: text,
  };
}

/** The contract's error body. HEAD gets the status and headers alone. */
export function respondWithError(error: ApiError, isHead: boolean): DataResponse {
  return {
    status: error.status,
    headers: { ...error.headers, 'Content-Type': CONTENT_TYPES.json },
    body: isHead ? '' : JSON.stringify(error.toBody()),
  };
}

/** PostgREST's error body. */
export function respondWithPostgrestError(error: PostgrestAnswer, isHead: boolean): DataResponse {
  const { code, message, details, hint } = error;
  return {
    status: error.status,
    headers: { ...error.headers, 'Content-Type': CONTENT_TYPES.json },
    body: isHead ? '' : JSON.stringify({ code, details, hint, message }),
  };
}
