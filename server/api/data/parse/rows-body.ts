import { dialectError } from '../errors.ts';
import { checkLimit, type DataApiLimits } from '../limits.ts';
import { readCsv } from './csv.ts';
import { jsonDepth } from './json-depth.ts';

/** Rows to insert: `json` is the text of an array of objects; numbers stay as the client wrote them. */
export interface RowsBody {
  readonly json: string;
  readonly rowCount: number;
  /** Members of any row, or those that `columns=` names. */
  readonly keys: readonly string[];
}

type Row = Readonly<Record<string, unknown>>;

/** Reads the body of a POST or PUT on a relation: one object, an array of objects, or CSV. Throws PGRST102. */
export function parseRows(
  body: string | undefined,
  contentType: string | undefined,
  options: { readonly columns: readonly string[] | null; readonly mayMissKeys: boolean },
  limits: DataApiLimits,
): RowsBody {
  checkLimit(limits, 'maxBodyBytes', Buffer.byteLength(body ?? ''));
  const { rows, json } = readRows(body ?? '', contentType, limits);
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (options.columns !== null) return { json, rowCount: rows.length, keys: options.columns };
  if (!options.mayMissKeys && rows.some((row) => Object.keys(row).length !== keys.length)) {
    throw dialectError('PGRST102', 'All object keys must match');
  }
  return { json, rowCount: rows.length, keys };
}

function readRows(
  body: string,
  contentType: string | undefined,
  limits: DataApiLimits,
): { rows: readonly Row[]; json: string } {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/csv') {
    const rows = readCsv(body);
    return { rows, json: JSON.stringify(rows) };
  }
  if (type !== '' && type !== 'application/json' && !/^application\/[\w.-]+\+json$/.test(type)) {
    throw dialectError('PGRST102', `Content-Type not acceptable: ${type}`);
  }
  checkLimit(limits, 'maxBodyDepth', jsonDepth(body));
  const value = readJson(body);
  if (isRow(value)) return { rows: [value], json: `[${body}]` };
  if (Array.isArray(value) && value.every(isRow)) return { rows: value, json: body };
  throw dialectError('PGRST102', 'The body must be a JSON object or an array of objects.');
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    throw dialectError('PGRST102', 'Empty or invalid json');
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
