import { dialectError } from '../errors.ts';

export interface Preferences {
  readonly return: 'representation' | 'minimal' | 'headers-only' | null;
  readonly count: 'exact' | 'planned' | 'estimated' | null;
  readonly tx: 'commit' | 'rollback' | null;
  readonly handling: 'strict' | 'lenient' | null;
}

const KNOWN = {
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
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
    const known: readonly string[] | undefined = Object.hasOwn(KNOWN, name)
      ? KNOWN[name as keyof typeof KNOWN]
      : undefined;
    if (known?.includes(value) !== true) unknown.push(token);
    else if (!found.has(name)) found.set(name, value);
  }
  if (found.get('handling') === 'strict' && unknown.length > 0) {
    throw dialectError('PGRST122', 'The Prefer header has preferences that are not known here.', {
      details: { unknown },
    });
  }
  return {
    return: pick(KNOWN.return, found.get('return')),
    count: pick(KNOWN.count, found.get('count')),
    tx: pick(KNOWN.tx, found.get('tx')),
    handling: pick(KNOWN.handling, found.get('handling')),
  };
}

function pick<T extends string>(known: readonly T[], value: string | undefined): T | null {
  return known.find((item) => item === value) ?? null;
}
