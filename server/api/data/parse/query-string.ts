import { dialectError } from '../errors.ts';

export type QueryPair = readonly [key: string, value: string];

/**
 * Reads `a=1&b=2` as sent: order and repeated keys kept, `+` and `%20` are spaces.
 * Throws `validation_failed` for a bad escape or a NUL, which PostgreSQL cannot store.
 */
export function parseQueryString(query: string): QueryPair[] {
  const pairs: QueryPair[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    if (equals === -1) pairs.push([decode(part), '']);
    else pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))]);
  }
  return pairs;
}

/** One percent-decoded segment of a path. */
export function decodeSegment(segment: string): string {
  return decodePercent(segment);
}

function decode(text: string): string {
  return decodePercent(text.replaceAll('+', ' '));
}

function decodePercent(text: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw dialectError('PGRST100', 'The URL has a percent escape that is not UTF-8.');
  }
  if (decoded.includes('\0')) throw dialectError('PGRST100', 'The URL has a NUL character.');
  return decoded;
}
