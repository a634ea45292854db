import { dialectError } from '../errors.ts';

/**
 * What the answer's body is: an array (or a function's value), exactly one object, either of them without members that
 * are null, comma-separated text, or the plan of the statement.
 */
export type ResponseFormat = 'json' | 'object' | 'json-stripped' | 'object-stripped' | 'csv' | 'plan';

const FORMATS: Readonly<Record<string, ResponseFormat>> = {
  '*/*': 'json',
  'application/*': 'json',
  'application/json': 'json',
  'application/vnd.pgrst.array': 'json',
  'application/vnd.pgrst.array+json': 'json',
  'application/vnd.pgrst.object': 'object',
  'application/vnd.pgrst.object+json': 'object',
  'text/csv': 'csv',
};

export const CONTENT_TYPES: Readonly<Record<Exclude<ResponseFormat, 'plan'>, string>> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  'json-stripped': 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
  'object-stripped': 'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

export const EXPLAIN_OPTIONS = ['analyze', 'verbose', 'settings', 'buffers', 'wal'] as const;

/** `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|buffers`. */
export interface PlanRequest {
  readonly format: 'json' | 'text';
  /** What the body would have been. */
  readonly for: Exclude<ResponseFormat, 'plan'>;
  readonly forType: string;
  readonly options: readonly (typeof EXPLAIN_OPTIONS)[number][];
}

export interface Accepted {
  readonly format: ResponseFormat;
  /** Set when the format is `plan`. */
  readonly plan: PlanRequest | null;
}

/** The best of `Accept` that can be made, by `q`, then by order. Throws 406 when there is none. */
export function parseAccept(header: string | undefined, arePlansOn = false): Accepted {
  if (header === undefined || header.trim() === '') return { format: 'json', plan: null };
  const ranges = splitOutsideQuotes(header)
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return {
        accepted: acceptedOf(type, parameters, arePlansOn),
        q: quality === undefined ? 1 : Number(quality.slice(2)),
      };
    })
    .filter((range) => range.q > 0)
    .sort((a, b) => b.q - a.q);
  const accepted = ranges.find((range) => range.accepted !== undefined)?.accepted;
  if (accepted === undefined) {
    throw dialectError('PGRST107', 'None of the accepted media types can be made here.', {
      details: { available: Object.keys(FORMATS).filter((type) => !type.includes('*')) },
      postgrest: { message: `None of these media types are available: ${header}` },
    });
  }
  return accepted;
}

function acceptedOf(type: string, parameters: readonly string[], arePlansOn: boolean): Accepted | undefined {
  if (type.startsWith('application/vnd.pgrst.plan')) {
    const plan = arePlansOn ? planOf(type, parameters) : undefined;
    return plan === undefined ? undefined : { format: 'plan', plan };
  }
  const format = formatOf(type, parameters);
  return format === undefined ? undefined : { format, plan: null };
}

function formatOf(type: string, parameters: readonly string[]): Exclude<ResponseFormat, 'plan'> | undefined {
  const format = FORMATS[type];
  const nulls = parameters.find((parameter) => parameter.startsWith('nulls='));
  if (format === undefined || format === 'plan') return undefined;
  if (nulls === undefined) return format;
  if (nulls !== 'nulls=stripped' || !type.startsWith('application/vnd.pgrst.')) return undefined;
  return format === 'object' ? 'object-stripped' : 'json-stripped';
}

function planOf(type: string, parameters: readonly string[]): PlanRequest | undefined {
  const suffix = type.slice('application/vnd.pgrst.plan'.length);
  if (suffix !== '' && suffix !== '+json' && suffix !== '+text') return undefined;
  const forType = parameters
    .find((parameter) => parameter.startsWith('for='))
    ?.slice(4)
    .replaceAll('"', '');
  const asked =
    parameters
      .find((parameter) => parameter.startsWith('options='))
      ?.slice(8)
      .split('|') ?? [];
  return {
    format: suffix === '+json' ? 'json' : 'text',
    for: formatOf(forType ?? 'application/json', []) ?? 'json',
    forType: forType ?? 'application/json',
    options: EXPLAIN_OPTIONS.filter((option) => asked.includes(option)),
  };
}

/** Commas between quotes belong to a parameter. */
function splitOutsideQuotes(header: string): string[] {
  return header.match(/(?:[^,"]|"[^"]*"?)+/g) ?? [];
}

/** Whether exactly one row must come out. */
export function isSingular(format: ResponseFormat | 'none'): boolean {
  return format === 'object' || format === 'object-stripped';
}
