import { ApiError, ERROR_CODES, errorCodeSchema, type ErrorCode } from '#contract/errors.ts';
import { DatabaseError } from '#server/database/port.ts';
import { z } from 'zod';

/**
 * Every error of the data API is made or translated here. The body carries the contract's code; the dialect's own code
 * (`PGRST…`) or the SQLSTATE goes into `details`. PostgreSQL's own messages are not passed on where they may name
 * objects or values of somebody else (constraint, table, key); what a function raised on purpose is.
 */

/** The dialect's error codes that this API uses, with contract code and status. Source: PostgREST, "Errors". */
const DIALECT_ERRORS = {
  /** The query string cannot be read. */
  PGRST100: { code: 'validation_failed', status: 400 },
  /** Only GET, HEAD and POST on functions. */
  PGRST101: { code: 'validation_failed', status: 405 },
  /** The body cannot be read. */
  PGRST102: { code: 'validation_failed', status: 400 },
  /** The range cannot be satisfied. */
  PGRST103: { code: 'validation_failed', status: 416 },
  /** The schema is not exposed. */
  PGRST106: { code: 'validation_failed', status: 406 },
  /** None of the accepted media types can be made. */
  PGRST107: { code: 'validation_failed', status: 406 },
  /** PUT must name the key of its one row in the filters. */
  PGRST105: { code: 'validation_failed', status: 405 },
  /** A `limit` of a change needs an order by which rows are first. */
  PGRST109: { code: 'validation_failed', status: 400 },
  /** A function set `response.headers` to what are no headers. */
  PGRST111: { code: 'internal', status: 500 },
  /** A function set `response.status` to what is no status. */
  PGRST112: { code: 'internal', status: 500 },
  /** PUT with limit or offset. */
  PGRST114: { code: 'validation_failed', status: 400 },
  /** PUT whose row is not the one that its filters name. */
  PGRST115: { code: 'validation_failed', status: 400 },
  /** One object was asked for; the result has none or several rows. */
  PGRST116: { code: 'validation_failed', status: 406 },
  /** The relation does not do this method. */
  PGRST117: { code: 'validation_failed', status: 405 },
  /** Parameters of a resource that select does not embed. */
  PGRST108: { code: 'validation_failed', status: 400 },
  /** An order by a resource of several rows. */
  PGRST118: { code: 'validation_failed', status: 400 },
  /** A filter on an embedded resource that is not about its being there. */
  PGRST120: { code: 'validation_failed', status: 400 },
  /** An unknown preference under `handling=strict`. */
  PGRST122: { code: 'validation_failed', status: 400 },
  /** Aggregates are off. */
  PGRST123: { code: 'validation_failed', status: 400 },
  /** More rows would change than `max-affected` allows. */
  PGRST124: { code: 'validation_failed', status: 400 },
  /** The path names nothing. */
  PGRST125: { code: 'not_found', status: 404 },
  /** Aggregates in a spread of several rows. */
  PGRST127: { code: 'validation_failed', status: 400 },
  /** No relationship between what is asked for and what is to be embedded, or not visible. */
  PGRST200: { code: 'validation_failed', status: 400 },
  /** Several relationships between them. */
  PGRST201: { code: 'validation_failed', status: 300 },
  /** No function of that name takes these arguments. */
  PGRST202: { code: 'not_found', status: 404 },
  /** Several functions of that name take these arguments. */
  PGRST203: { code: 'validation_failed', status: 300 },
  /** No such column, or not visible. PostgREST says 400; ours does not tell apart from "hidden", as for relations. */
  PGRST204: { code: 'not_found', status: 404 },
  /** No such relation, or not visible. */
  PGRST205: { code: 'not_found', status: 404 },
  /** No token. */
  PGRST302: { code: 'unauthenticated', status: 401 },
} as const satisfies Record<string, { code: ErrorCode; status: number }>;

export type DialectCode = keyof typeof DIALECT_ERRORS;

/** What PostgREST itself says; `code` and `status` only where they are not those of the dialect's code. */
export interface PostgrestError {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly details: string | readonly object[] | null;
  readonly hint: string | null;
}

/** An error that knows how PostgREST words it, for clients of the standalone server. */
export class DialectError extends ApiError {
  readonly postgrest: PostgrestError;

  constructor(
    code: ErrorCode,
    message: string,
    options: ConstructorParameters<typeof ApiError>[2],
    postgrest: PostgrestError,
  ) {
    super(code, message, options);
    this.postgrest = postgrest;
  }
}

export function dialectError(
  pgrst: DialectCode,
  message: string,
  extra: {
    details?: Record<string, unknown>;
    hint?: string;
    headers?: Record<string, string>;
    postgrest?: Partial<PostgrestError>;
  } = {},
): ApiError {
  const { code, status } = DIALECT_ERRORS[pgrst];
  const reason = extra.details?.['reason'];
  return new DialectError(
    code,
    message,
    { status, details: { pgrst, ...extra.details }, hint: extra.hint ?? null, headers: extra.headers ?? {} },
    {
      code: pgrst,
      status,
      message,
      details: typeof reason === 'string' ? reason : null,
      hint: extra.hint ?? null,
      ...extra.postgrest,
    },
  );
}

interface Translation {
  readonly code: ErrorCode;
  readonly message: string | ((error: DatabaseError) => string);
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

const AWAY: Translation = {
  code: 'server_unavailable',
  message: 'The database cannot be reached or has no room for more work now. Try again shortly.',
  headers: { 'Retry-After': '5' },
};
const RETRY: Translation = {
  code: 'server_unavailable',
  message: 'Another change got in the way; nothing was changed. Try again.',
  headers: { 'Retry-After': '1' },
};

/** By whole SQLSTATE first, then by its class (two characters). */
const SQLSTATES: Readonly<Record<string, Translation>> = {
  '23505': { code: 'conflict', message: 'A record with these values exists already.' },
  '23503': {
    code: 'conflict',
    message: 'The change refers to a record that does not exist, or removes one that is in use.',
  },
  '23502': { code: 'validation_failed', message: 'A required value is missing.' },
  '23514': { code: 'validation_failed', message: 'A value is outside of what is allowed.' },
  '23': { code: 'validation_failed', message: 'The values break a rule of the data.' },
  '21': { code: 'validation_failed', message: 'The request does not fit the data.' },
  '22': { code: 'validation_failed', message: withoutValues },
  '25006': {
    code: 'validation_failed',
    message: 'This function changes data: call it with POST.',
    status: 405,
    headers: { Allow: 'POST, OPTIONS' },
  },
  '28': { code: 'forbidden', message: 'Your role may not do this.' },
  '0L': { code: 'forbidden', message: 'Your role may not do this.' },
  '0P': { code: 'forbidden', message: 'Your role may not do this.' },
  '40': RETRY,
  '55P03': RETRY,
  '42501': { code: 'forbidden', message: 'Your role may not do this.' },
  '42P01': { code: 'not_found', message: 'Something the request refers to does not exist.' },
  '42883': { code: 'not_found', message: 'Something the request refers to does not exist.' },
  '42804': { code: 'validation_failed', message: withoutValues },
  '42': { code: 'validation_failed', message: 'The request does not fit the data.' },
  '54': { code: 'validation_failed', message: 'The request is too complex for the database.' },
  '57014': { code: 'server_unavailable', message: 'The request took too long and was stopped.' },
  '08': AWAY,
  '53': AWAY,
  '57P': AWAY,
  P0001: { code: 'validation_failed', message: (error) => error.message },
};

/** Turns whatever was thrown into the contract's error. `isAnonymous` makes a missing right a 401. */
export function toApiError(error: unknown, context: { isAnonymous?: boolean } = {}): ApiError {
  if (error instanceof ApiError) return error;
  if (!(error instanceof DatabaseError)) return internal(error);
  if (error.sqlstate === 'PGRST') return fromRaisedContract(error);
  const status = /^PT([1-5]\d\d)$/.exec(error.sqlstate)?.[1];
  if (status !== undefined) return fromRaisedStatus(error, Number(status));
  if (error.sqlstate === '42501' && context.isAnonymous === true) return unauthenticated();
  const translation = translationOf(error);
  if (translation === undefined) return internal(error);
  return new ApiError(
    translation.code,
    typeof translation.message === 'string' ? translation.message : translation.message(error),
    {
      status: translation.status ?? ERROR_CODES[translation.code].status,
      details: {
        pgcode: error.sqlstate,
        ...(error.sqlstate === 'P0001' && error.detail !== null ? { detail: error.detail } : {}),
      },
      hint: error.sqlstate === 'P0001' ? error.hint : null,
      headers: translation.headers ?? {},
      cause: error,
    },
  );
}

/** Whether the engine's answer says that the schema cache is behind the database. */
export function isStaleSchema(error: unknown): boolean {
  return error instanceof DatabaseError && ['42P01', '42703', '42883', '3F000'].includes(error.sqlstate);
}

export function unauthenticated(): ApiError {
  return dialectError('PGRST302', 'This request needs a token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function translationOf(error: DatabaseError): Translation | undefined {
  const state = error.sqlstate;
  // An operator that does not fit the column's type is the client's mistake; a missing function is not found.
  if (state === '42883' && error.message.startsWith('operator does not exist')) {
    return { code: 'validation_failed', message: withoutValues };
  }
  return SQLSTATES[state] ?? SQLSTATES[state.slice(0, 3)] ?? SQLSTATES[state.slice(0, 2)];
}

/** `invalid input syntax for type integer: "x"` → `invalid input syntax for type integer`: values may be another row's. */
function withoutValues(error: DatabaseError): string {
  return error.message.replace(/: ".*$/s, '').replace(/"[^"]*"/g, '"…"');
}

function internal(cause: unknown): ApiError {
  return new ApiError('internal', 'Unexpected error', {
    details: cause instanceof DatabaseError ? { pgcode: cause.sqlstate } : null,
    hint: 'Quote the X-Request-Id of this answer when you report it.',
    cause,
  });
}

const raisedMessageSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.unknown().optional(),
  hint: z.string().nullish(),
});
const raisedDetailSchema = z.object({
  status: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()).optional(),
});

/** `raise sqlstate 'PGRST' using message = '{"code",…}', detail = '{"status","headers"}'` is answered exactly so. */
function fromRaisedContract(error: DatabaseError): ApiError {
  const message = raisedMessageSchema.safeParse(parseJson(error.message));
  const detail = raisedDetailSchema.safeParse(parseJson(error.detail ?? ''));
  if (!message.success || !detail.success) return internal(error);
  const known = errorCodeSchema.safeParse(message.data.code);
  const details = objectDetails(message.data.details);
  return new ApiError(known.success ? known.data : codeOfStatus(detail.data.status), message.data.message, {
    status: detail.data.status,
    details: known.success ? details : { ...details, pgcode: message.data.code },
    hint: message.data.hint ?? null,
    headers: safeHeaders(detail.data.headers ?? {}),
    cause: error,
  });
}

function fromRaisedStatus(error: DatabaseError, status: number): ApiError {
  return new ApiError(codeOfStatus(status), error.message, {
    status,
    details:
      error.detail === null ? { pgcode: error.sqlstate } : { pgcode: error.sqlstate, detail: error.detail },
    hint: error.hint,
    cause: error,
  });
}

function codeOfStatus(status: number): ErrorCode {
  for (const [code, { status: own }] of Object.entries(ERROR_CODES)) {
    if (own === status) return code as ErrorCode;
  }
  return status >= 500 ? 'internal' : 'validation_failed';
}

/** The contract's `details` is an object; a function may hand JSON as text, as PostgREST requires. */
function objectDetails(details: unknown): Record<string, unknown> | null {
  if (details === null || details === undefined) return null;
  const value = typeof details === 'string' ? (parseJson(details) ?? details) : details;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  return { detail: value };
}

/** Headers that belong to the transport stay out of a function's hands. */
export function safeHeaders(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name, value]) =>
      /^[A-Za-z0-9-]+$/.test(name) &&
      !/^(content-length|transfer-encoding|connection|set-cookie|x-request-id|content-type)$/i.test(name) &&
      /^[\x20-\x7e]*$/.test(value),
  );
  return Object.fromEntries(kept);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
