import { dialectError } from '../errors.ts';
import { checkLimit, type DataApiLimits } from '../limits.ts';
import { parseAccept, type PlanRequest, type ResponseFormat } from './accept.ts';
import { parseBody, type JsonBody } from './body.ts';
import { EmbedShape, isShapingKey, splitEmbedKey, type EmbedParameters } from './embed-key.ts';
import {
  FilterBudget,
  looksLikeFilter,
  parseFilter,
  parseLogic,
  type ParsedCondition,
  type ParsedFilter,
} from './filter.ts';
import { parseOrder, type OrderTerm } from './order.ts';
import { parsePrefer, type Preferences } from './prefer.ts';
import { decodeSegment, parseQueryString, type QueryPair } from './query-string.ts';
import { parseRange, type RowRange } from './range.ts';
import { parseNames } from './names.ts';
import { parseRows, type RowsBody } from './rows-body.ts';
import { parseSelect, type SelectItem } from './select.ts';

/** What the transport hands over; nothing of it has been interpreted. Header names are lower case. */
export interface RawRequest {
  readonly method: string;
  /** Path and query below the API's prefix, still percent-encoded. */
  readonly rawUrl: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';

export interface Target {
  readonly kind: 'relation' | 'rpc';
  readonly name: string;
}

/** A pair of `GET /rpc/f?…` that the planner sorts: an argument of the function, or a filter on its result. */
export interface RpcPair {
  readonly key: string;
  readonly value: string;
  readonly filter: ParsedFilter | null;
}

/** Step 1 of 4: the request in the dialect's words, before anything is known of the database. */
export interface ApiRequest {
  readonly method: Method;
  readonly path: string;
  readonly target: Target;
  readonly schema: string;
  readonly select: readonly SelectItem[];
  readonly where: readonly ParsedCondition[];
  readonly order: readonly OrderTerm[];
  /** Filters, order and range of embedded resources. */
  readonly embedded: readonly EmbedParameters[];
  readonly range: RowRange;
  /** The range came as a header, whose answer is expected to say the total. */
  readonly isRanged: boolean;
  /** Query parameters that shape rows and that a write without rows cannot honour. */
  readonly given: ReadonlySet<string>;
  readonly rpcPairs: readonly RpcPair[];
  readonly prefer: Preferences;
  readonly format: ResponseFormat;
  /** Set when the format is `plan`. */
  readonly explain: PlanRequest | null;
  readonly body: JsonBody;
  /** Of POST and PUT on a relation. */
  readonly rows: RowsBody | null;
  /** `columns=`: the members of the body that count. */
  readonly columns: readonly string[] | null;
  /** `on_conflict=`: columns of the unique key that an upsert goes by. */
  readonly onConflict: readonly string[] | null;
}

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
const SINGLE_KEYS = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict'] as const;
const LOGIC_KEYS: readonly string[] = ['or', 'and', 'not.or', 'not.and'];

/** Parts of the dialect that are off unless the API is made with them. */
export interface Dialect {
  readonly plans: boolean;
  readonly regularExpressions: boolean;
}

export function parseApiRequest(
  raw: RawRequest,
  schemas: readonly string[],
  limits: DataApiLimits,
  dialect: Dialect = { plans: false, regularExpressions: false },
): ApiRequest {
  checkLimit(limits, 'maxUrlLength', raw.rawUrl.length);
  const method = parseMethod(raw.method);
  const [path, query] = splitOnce(raw.rawUrl, '?');
  const target = parseTarget(path);
  const isRead = method === 'GET' || method === 'HEAD';
  const pairs = parseQueryString(query);
  checkLimit(limits, 'maxUrlBrackets', bracketsIn(pairs));
  const shape = parseShape(pairs, isRead && target.kind === 'rpc', limits, dialect);
  const takesRows = target.kind === 'relation' && (method === 'POST' || method === 'PUT');
  const hasBody = !takesRows && (method === 'POST' || method === 'PATCH');
  const { format, plan } = parseAccept(raw.headers['accept'], dialect.plans);
  const prefer = parsePrefer(raw.headers['prefer']);
  const range =
    isRead && (raw.headers['range-unit'] ?? 'items') === 'items' ? raw.headers['range'] : undefined;
  const columns = parseNames('columns', shape.single.get('columns'));
  const contentType = raw.headers['content-type'];
  return {
    method,
    path,
    target,
    schema: parseProfile(raw.headers[isRead ? 'accept-profile' : 'content-profile'], schemas),
    select: parseSelect(shape.single.get('select') ?? '', limits),
    where: shape.where,
    order: parseOrder(shape.single.get('order') ?? '', limits),
    embedded: shape.embedded.parameters,
    range: parseRange(
      { limit: shape.single.get('limit'), offset: shape.single.get('offset') },
      range,
      limits,
    ),
    isRanged: range !== undefined,
    given: new Set(shape.single.keys()),
    rpcPairs: shape.rpcPairs,
    prefer,
    format,
    explain: plan,
    body: hasBody ? parseBody(raw.body, contentType, limits) : { text: '{}', isObject: true, value: {} },
    rows: takesRows
      ? parseRows(raw.body, contentType, { columns, mayMissKeys: prefer.missing === 'default' }, limits)
      : null,
    columns,
    onConflict: parseNames('on_conflict', shape.single.get('on_conflict')),
  };
}

/** Of all values together, strings or not: items of `in.(…)` are quoted, yet each is read on its own. */
function bracketsIn(pairs: readonly QueryPair[]): number {
  return pairs.reduce((sum, [, value]) => sum + (value.match(/[[{]/g)?.length ?? 0), 0);
}

interface Shape {
  readonly single: Map<string, string>;
  readonly where: ParsedCondition[];
  readonly embedded: EmbedShape;
  readonly rpcPairs: RpcPair[];
}

function parseShape(
  pairs: readonly QueryPair[],
  isRpcRead: boolean,
  limits: DataApiLimits,
  { regularExpressions }: Dialect,
): Shape {
  const budget = new FilterBudget(limits, regularExpressions);
  const shape: Shape = { single: new Map(), where: [], embedded: new EmbedShape(budget), rpcPairs: [] };
  for (const [key, value] of pairs) {
    const { path, rest } = splitEmbedKey(key);
    if (SINGLE_KEYS.some((single) => single === key)) {
      if (shape.single.has(key))
        throw dialectError('PGRST100', `"${key}" is given twice.`, { details: { parameter: key } });
      shape.single.set(key, value);
    } else if (LOGIC_KEYS.includes(key)) {
      shape.where.push(parseLogic(key, value, budget));
    } else if (path.length > 0 && (!isRpcRead || isShapingKey(rest) || looksLikeFilter(value))) {
      shape.embedded.add(path, rest, value);
    } else if (isRpcRead) {
      shape.rpcPairs.push({
        key,
        value,
        filter: looksLikeFilter(value) ? parseFilter(key, value, budget) : null,
      });
    } else {
      shape.where.push(parseFilter(key, value, budget));
    }
  }
  // Arguments are bounded by the function; this bounds what has to be looked up.
  checkLimit(limits, 'maxFilters', shape.rpcPairs.length);
  return shape;
}

function parseMethod(method: string): Method {
  if (METHODS.includes(method)) return method as Method;
  throw dialectError('PGRST117', 'This method is not supported.', { headers: { Allow: METHODS.join(', ') } });
}

function parseTarget(path: string): Target {
  const segments = path.split('/').slice(1).map(decodeSegment);
  const [first = '', second] = segments;
  if (segments.length === 1 && first !== '') return { kind: 'relation', name: first };
  if (segments.length === 2 && first === 'rpc' && second !== undefined && second !== '')
    return { kind: 'rpc', name: second };
  throw dialectError('PGRST125', 'Nothing is found at this path.', {
    postgrest: { message: 'Invalid path specified in request URL' },
  });
}

function parseProfile(header: string | undefined, schemas: readonly string[]): string {
  const schema = header ?? schemas[0];
  if (schema !== undefined && schemas.includes(schema)) return schema;
  throw dialectError('PGRST106', 'This schema is not exposed.', {
    details: { schemas },
    postgrest: {
      message: `Invalid schema: ${schema ?? ''}`,
      hint: `Only the following schemas are exposed: ${schemas.join(', ')}`,
    },
  });
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
