import { dialectError } from '../errors.ts';

export interface Preferences {
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  readonly missing: 'default' | 'null' | null;
  readonly tx: 'commit' | 'rollback' | null;
  readonly handling: 'strict' | 'lenient' | null;
  /** A zone of the tz database. */
  readonly timezone: string | null;
  /** Counts only with `handling=strict`. */
  readonly maxAffected: number | null;
}

const KNOWN = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
} as const;

/** `Prefer: return=representation, count=exact`. The first of a kind counts; unknown ones are ignored unless `handling=strict`. */
export function parsePrefer(header: string | undefined): Preferences {
  const tokens = (header ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');
  const found = new Map<string, string>();
  const unknown: string[] = [];
  for (const token of tokens) {
    const [name = '', value = ''] = token.split('=', 2).map((part) => part.trim());
    if (!isKnown(name, value)) unknown.push(token);
    else if (!found.has(name)) found.set(name, value);
  }
  const isStrict = found.get('handling') === 'strict';
  if (isStrict && unknown.length > 0) {
    throw dialectError('PGRST122', 'The Prefer header has preferences that are not known here.', {
      details: { unknown },
      postgrest: {
        message: 'Invalid preferences given with handling=strict',
        details: `Invalid preferences: ${unknown.join(', ')}`,
      },
    });
  }
  const maxAffected = found.get('max-affected');
  return {
    return: pick(KNOWN.return, found.get('return')),
    count: pick(KNOWN.count, found.get('count')),
    resolution: pick(KNOWN.resolution, found.get('resolution')),
    missing: pick(KNOWN.missing, found.get('missing')),
    tx: pick(KNOWN.tx, found.get('tx')),
    handling: pick(KNOWN.handling, found.get('handling')),
    timezone: found.get('timezone') ?? null,
    maxAffected: isStrict && maxAffected !== undefined ? Number(maxAffected) : null,
  };
}

function isKnown(name: string, value: string): boolean {
  if (name === 'timezone') return isTimeZone(value);
  if (name === 'max-affected') return /^\d{1,9}$/.test(value);
  const known: readonly string[] | undefined = Object.hasOwn(KNOWN, name)
    ? KNOWN[name as keyof typeof KNOWN]
    : undefined;
  return known?.includes(value) === true;
}

/** By Node's own list of zones, which is the one that PostgreSQL uses; offsets such as `+01` are not in it. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function pick<T extends string>(known: readonly T[], value: string | undefined): T | null {
  return known.find((item) => item === value) ?? null;
}
