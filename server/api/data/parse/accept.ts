import { dialectError } from '../errors.ts';

/** What the answer's body is: an array (or a function's value), exactly one object, or comma-separated text. */
export type ResponseFormat = 'json' | 'object' | 'csv';

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

export const CONTENT_TYPES: Readonly<Record<ResponseFormat, string>> = {
  json: 'application/json; charset=utf-8',
  object: 'application/vnd.pgrst.object+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
};

/** The best of `Accept` that can be made, by `q`, then by order. Throws 406 when there is none. */
export function parseAccept(header: string | undefined): ResponseFormat {
  if (header === undefined || header.trim() === '') return 'json';
  const ranges = header
    .split(',')
    .map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      const isPlain = !parameters.some((parameter) => parameter.startsWith('nulls='));
      return {
        format: isPlain ? FORMATS[type] : undefined,
        q: quality === undefined ? 1 : Number(quality.slice(2)),
      };
    })
    .filter((range) => range.q > 0)
    .sort((a, b) => b.q - a.q);
  const format = ranges.find((range) => range.format !== undefined)?.format;
  if (format === undefined) {
    throw dialectError('PGRST107', 'None of the accepted media types can be made here.', {
      details: { available: Object.keys(FORMATS).filter((type) => !type.includes('*')) },
    });
  }
  return format;
}
