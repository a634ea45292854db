import { dialectError } from '../errors.ts';
import { checkLimit, type DataApiLimits } from '../limits.ts';
import { jsonDepth } from './json-depth.ts';

/** A JSON object: the text goes to the database as sent, the keys to the planner. */
export interface JsonBody {
  readonly text: string;
  /** False for an array or a bare value, which only a function with one unnamed argument takes; `value` is then empty. */
  readonly isObject: boolean;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Reads the body of a POST to a function or of a PATCH. No body at all is `{}`; `[{…}]` is its one object. Throws PGRST102. */
export function parseBody(
  body: string | undefined,
  contentType: string | undefined,
  limits: DataApiLimits,
): JsonBody {
  if (body === undefined || body.trim() === '') return { text: '{}', isObject: true, value: {} };
  checkLimit(limits, 'maxBodyBytes', Buffer.byteLength(body));
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== '' && type !== 'application/json') {
    throw dialectError('PGRST102', 'The body must be application/json.', { details: { contentType: type } });
  }
  checkLimit(limits, 'maxBodyDepth', jsonDepth(body));
  const value = readJson(body);
  if (isObject(value)) return { text: body, isObject: true, value };
  if (Array.isArray(value) && value.length === 1 && isObject(value[0])) {
    return { text: JSON.stringify(value[0]), isObject: true, value: value[0] };
  }
  return { text: body, isObject: false, value: {} };
}

/** Throws PGRST102 unless the body is one object. */
export function requireObject(body: JsonBody): JsonBody {
  if (body.isObject) return body;
  throw dialectError('PGRST102', 'The body must be one JSON object.');
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw dialectError('PGRST102', 'The body is not JSON.', {
      postgrest: { message: 'Empty or invalid json' },
    });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
