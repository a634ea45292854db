import { z } from 'zod';

import { dialectError, safeHeaders } from './errors.ts';

const headersSchema = z.array(z.record(z.string(), z.string()));

/** `response.headers` as a function sets it: `[{"Cache-Control": "no-store"}, …]`. Throws PGRST111. */
export function readResponseHeaders(text: string | null): Record<string, string> {
  if (text === null) return {};
  const parsed = headersSchema.safeParse(parseJson(text));
  if (!parsed.success) {
    throw dialectError(
      'PGRST111',
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
    );
  }
  return safeHeaders(Object.assign({}, ...parsed.data) as Record<string, string>);
}

/** `response.status`: a whole number from 200 to 599; null when not set. Throws PGRST112. */
export function readResponseStatus(text: string | null): number | null {
  if (text === null) return null;
  if (/^[2-5]\d\d$/.test(text)) return Number(text);
  throw dialectError('PGRST112', 'response.status guc must be a valid status code');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
