import { z } from 'zod';

import { DatabaseError } from '#server/database/port.ts';
import { DialectError, toApiError, type PostgrestError } from './errors.ts';

/** Statuses by SQLSTATE, or by its class. Source: PostgREST, "Errors", HTTP status codes. */
const STATUSES: Readonly<Record<string, number>> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21': 500,
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42501': 403,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  '53': 503,
  '54': 500,
  '55': 500,
  '57P01': 503,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  XX: 500,
};

export interface PostgrestAnswer extends PostgrestError {
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Words an error as PostgREST does, PostgreSQL's own message included: for a database whose owner serves it to those
 * who may read its messages. `isAnonymous` makes a missing right a 401.
 */
export function toPostgrestError(error: unknown, context: { isAnonymous: boolean }): PostgrestAnswer {
  if (error instanceof DatabaseError) return ofDatabase(error, context);
  const api = toApiError(error, context);
  const { status, message, hint, headers } = api;
  if (error instanceof DialectError) {
    const isDenied = error.postgrest.code === '42501' && context.isAnonymous;
    return { ...error.postgrest, ...(isDenied ? { status: 401 } : {}), headers };
  }
  return { code: api.code, status, message, hint, headers, details: null };
}

function ofDatabase(error: DatabaseError, context: { isAnonymous: boolean }): PostgrestAnswer {
  const { sqlstate, message, detail, hint } = error;
  const headers = toApiError(error, context).headers;
  if (sqlstate === 'PGRST') return { ...raised(error), headers };
  const own = /^PT([1-5]\d\d)$/.exec(sqlstate)?.[1];
  const status = own === undefined ? statusOf(sqlstate, context) : Number(own);
  return { code: sqlstate, status, message, details: detail, hint, headers };
}

function statusOf(sqlstate: string, { isAnonymous }: { isAnonymous: boolean }): number {
  if (sqlstate === '42501' && isAnonymous) return 401;
  return STATUSES[sqlstate] ?? STATUSES[sqlstate.slice(0, 2)] ?? 400;
}

const raisedSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
});

/** The body is the raised one; its status was read already. */
function raised(error: DatabaseError): PostgrestError {
  const api = toApiError(error);
  const parsed = raisedSchema.safeParse(parseJson(error.message));
  if (!parsed.success) {
    return {
      code: 'PGRST121',
      status: 500,
      message: 'Could not parse JSON in the "RAISE SQLSTATE \'PGRST\'" error',
      details: null,
      hint: null,
    };
  }
  const { code, message, details = null, hint = null } = parsed.data;
  return { code, status: api.status, message, details, hint };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
