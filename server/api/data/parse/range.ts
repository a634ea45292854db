import { dialectError } from '../errors.ts';
import { checkLimit, type DataApiLimits } from '../limits.ts';

/** Rows `offset … offset + limit - 1`; a null limit is "to the end" (the row cap still holds). */
export interface RowRange {
  readonly offset: number;
  readonly limit: number | null;
}

/**
 * Where `limit`/`offset` and the `Range` header both speak, their intersection counts.
 * Throws 416 when the range is empty by its own words, 400 when a number cannot be read.
 */
export function parseRange(
  query: { limit: string | undefined; offset: string | undefined },
  rangeHeader: string | undefined,
  limits: DataApiLimits,
): RowRange {
  const offset = query.offset === undefined ? 0 : parseCount('offset', query.offset);
  const limit = query.limit === undefined ? null : parseCount('limit', query.limit);
  const header = rangeHeader === undefined ? null : parseRangeHeader(rangeHeader);
  const range = header === null ? { offset, limit } : intersect({ offset, limit }, header);
  checkLimit(limits, 'maxOffset', range.offset);
  return range;
}

/** `0-24` or `10-`, with or without the unit `items=`; what is no range of items is left alone, as HTTP asks. */
function parseRangeHeader(text: string): { first: number; last: number | null } | null {
  const match = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(text.trim());
  if (match === null) return null;
  const first = Number(match[1]);
  const last = match[2] === undefined ? null : Number(match[2]);
  if (last !== null && first > last) throw lowerAboveUpper();
  return { first, last };
}

function intersect(query: RowRange, header: { first: number; last: number | null }): RowRange {
  const offset = Math.max(query.offset, header.first);
  const ends = [
    query.limit === null ? null : query.offset + query.limit,
    header.last === null ? null : header.last + 1,
  ].filter((end) => end !== null);
  if (ends.length === 0) return { offset, limit: null };
  const limit = Math.min(...ends) - offset;
  if (limit < 0) throw lowerAboveUpper();
  return { offset, limit };
}

/** A whole number that is not negative. Throws 400, or 416 for a negative one. */
export function parseCount(name: 'limit' | 'offset', text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (/^-\d{1,15}$/.test(text)) {
    throw dialectError('PGRST103', `${name} must not be negative.`, { details: { parameter: name } });
  }
  throw dialectError('PGRST100', `"${name}" must be a whole number.`, { details: { parameter: name } });
}

function lowerAboveUpper(): Error {
  return dialectError('PGRST103', 'Requested range not satisfiable', {
    details: {
      reason: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    },
  });
}
