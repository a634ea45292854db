import { dialectError } from '../errors.ts';
import { nearestName } from '../fuzzy-names.ts';
import type { ApiRequest, RpcPair } from '../parse/api-request.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import { requireObject } from '../parse/body.ts';
import type { RelationName } from '../relationships.ts';
import type { Column, DataFunction } from '../schema-model.ts';
import { materialize } from './materialize.ts';
import { planPage } from './page-plan.ts';
import type { BoundArgs, CallPlan, PlanContext } from './plan.ts';

export function planCall(context: PlanContext, overloads: readonly DataFunction[]): CallPlan {
  const { request, aggregates } = context;
  const isReadOnlyVerb = request.method === 'GET' || request.method === 'HEAD';
  if (!isReadOnlyVerb && request.method !== 'POST') {
    throw dialectError('PGRST101', 'Functions are called with GET, HEAD or POST.', {
      headers: { Allow: 'OPTIONS, GET, HEAD, POST' },
      postgrest: { message: `Cannot use the ${request.method} method on RPC` },
    });
  }
  const { args: pairs, filters } = isReadOnlyVerb
    ? sortPairs(request.rpcPairs, overloads)
    : { args: [], filters: [] };
  const names = isReadOnlyVerb ? pairs.map((pair) => pair.key) : Object.keys(request.body.value);
  const fn = chooseOverload(context, overloads, new Set(names));
  const where = [...request.where, ...filters];
  if (fn.returns.kind !== 'rows') refuseShaping(request, where);
  const afterwards = materialize(request, { label: fn.name, columns: columnsOf(fn), aggregates }, where);
  return {
    kind: 'call',
    fn,
    args: isReadOnlyVerb ? bindQuery(fn, pairs) : bindBody(fn, request),
    isReadOnly: isReadOnlyVerb || !fn.isVolatile,
    computed: afterwards.computed,
    page: planPage(context, afterwards.source, relationOf(fn), where),
    body: request.method === 'HEAD' || fn.returns.kind === 'void' ? 'none' : bodyFormat(request, fn),
    maxAffected: request.prefer.maxAffected,
  };
}

/** A pair is a filter if it reads as one, save where only an argument has that name. */
function sortPairs(pairs: readonly RpcPair[], overloads: readonly DataFunction[]) {
  const argNames = new Set(overloads.flatMap((fn) => fn.args.map((arg) => arg.name)));
  const columnNames = new Set(overloads.flatMap((fn) => [...columnsOf(fn).keys()]));
  const args: RpcPair[] = [];
  const filters: ParsedCondition[] = [];
  for (const pair of pairs) {
    if (pair.filter === null || (argNames.has(pair.key) && !columnNames.has(pair.key))) args.push(pair);
    else filters.push(pair.filter);
  }
  return { args, filters };
}

/** By the names of the arguments; else one that takes the whole body as its unnamed argument. */
function chooseOverload(
  context: PlanContext,
  overloads: readonly DataFunction[],
  given: ReadonlySet<string>,
): DataFunction {
  const { request } = context;
  const { name } = request.target;
  const isPost = request.method === 'POST';
  const fitting = request.body.isObject ? overloads.filter((fn) => takes(fn, given)) : [];
  const fallback = isPost ? overloads.filter((fn) => wholeBodyArgument(fn)?.type.startsWith('json')) : [];
  const candidates = fitting.length > 0 ? fitting : fallback;
  const [fn, ...others] = candidates;
  if (fn === undefined) {
    requireObject(request.body);
    throw notFound(context, overloads, given);
  }
  if (others.length > 0) {
    throw dialectError('PGRST203', `Several functions "${name}" take these arguments.`, {
      details: { candidates: candidates.map(signature) },
      postgrest: {
        message: `Could not choose the best candidate function between: ${candidates.toSorted(byArguments).map(arrowSignature).join(', ')}`,
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    });
  }
  return fn;
}

function takes(fn: DataFunction, given: ReadonlySet<string>): boolean {
  return (
    fn.args.every((arg) => !arg.isRequired || given.has(arg.name)) &&
    [...given].every((key) => fn.args.some((arg) => arg.name === key))
  );
}

function wholeBodyArgument(fn: DataFunction) {
  const [first, ...others] = fn.args;
  return first?.name === '' && others.length === 0 ? first : undefined;
}

function notFound(
  { request, schema }: PlanContext,
  overloads: readonly DataFunction[],
  given: ReadonlySet<string>,
): Error {
  const { name } = request.target;
  const names = [...given].sort();
  return dialectError(
    'PGRST202',
    `There is no function "${name}" that you may call with (${names.join(', ')}).`,
    {
      details: { function: name, arguments: names },
      // Only overloads in this role's schema: nothing hidden can be named here.
      ...(overloads.length > 0 ? { hint: `It takes ${overloads.map(signature).join(' or ')}.` } : {}),
      postgrest: searchedFor(request, names, overloads, schema.functionNames(request.schema)),
    },
  );
}

/** PostgREST's words for a function that is not there. */
function searchedFor(
  request: ApiRequest,
  names: readonly string[],
  overloads: readonly DataFunction[],
  functions: readonly string[],
) {
  const fn = `${request.schema}.${request.target.name}`;
  const list = names.join(', ');
  const isBare = names.length === 0;
  const given = isBare ? ' without parameters' : ` with parameter${names.length > 1 ? 's' : ''} ${list}`;
  const whole = request.method === 'POST' ? ' or with a single unnamed json/jsonb parameter' : '';
  const listed = (args: readonly string[]): string => `(${[...args].sort().join(', ')})`;
  const lists = new Map(overloads.map((item) => [listed(item.args.map((arg) => arg.name)), item]));
  const near =
    overloads.length === 0
      ? nearestName(functions, request.target.name)
      : prefixed(request.target.name, nearestName([...lists.keys()], listed(names)));
  return {
    message: `Could not find the function ${fn}${isBare ? given : `(${list})`} in the schema cache`,
    details: `Searched for the function ${fn}${given}${whole}, but no matches were found in the schema cache.`,
    hint: near === null ? null : `Perhaps you meant to call the function ${request.schema}.${near}`,
  };
}

function prefixed(name: string, list: string | null): string | null {
  return list === null ? null : name + list;
}

/** As PostgREST lists them: argument by argument, by name and type; none comes first. */
function byArguments(a: DataFunction, b: DataFunction): number {
  const keyOf = (fn: DataFunction): string => fn.args.map((arg) => `${arg.name}\0${arg.type}`).join('\0\0');
  return keyOf(a) < keyOf(b) ? -1 : 1;
}

function arrowSignature(fn: DataFunction): string {
  return `${fn.schema}.${fn.name}(${fn.args.map((arg) => `${arg.name} => ${arg.type}`).join(', ')})`;
}

function signature(fn: DataFunction): string {
  const args = fn.args.map((arg) => `${arg.name} ${arg.type}${arg.isRequired ? '' : ' (optional)'}`);
  return `${fn.name}(${args.join(', ')})`;
}

function bindBody(fn: DataFunction, request: ApiRequest): BoundArgs {
  const whole = wholeBodyArgument(fn);
  if (
    whole !== undefined &&
    !(request.body.isObject && Object.keys(request.body.value).length === 0 && !whole.isRequired)
  )
    return { from: 'whole', text: request.body.text, arg: whole };
  const given = request.body.value;
  return {
    from: 'body',
    json: request.body.text,
    args: fn.args.filter((arg) => Object.hasOwn(given, arg.name)),
  };
}

function bindQuery(fn: DataFunction, pairs: readonly RpcPair[]): BoundArgs {
  const bound = fn.args
    .map((arg) => ({ arg, values: pairs.filter((pair) => pair.key === arg.name).map((pair) => pair.value) }))
    .filter((item) => item.values.length > 0);
  const repeated = bound.find((item) => item.values.length > 1 && !item.arg.isVariadic);
  if (repeated !== undefined) {
    throw dialectError('PGRST100', `"${repeated.arg.name}" is given twice.`, {
      details: { parameter: repeated.arg.name },
    });
  }
  return { from: 'query', args: bound };
}

function bodyFormat(request: ApiRequest, fn: DataFunction): CallPlan['body'] {
  if (request.format === 'csv' && fn.returns.kind !== 'rows') {
    throw dialectError('PGRST107', 'This function returns no rows to write as text/csv.');
  }
  return request.format;
}

/** A bare value has no columns to choose, filter or order by. */
function refuseShaping(request: ApiRequest, where: readonly ParsedCondition[]): void {
  const shaping = [
    ...['select', 'order'].filter((key) => request.given.has(key)),
    ...(where.length > 0 ? ['filters'] : []),
  ];
  if (shaping.length === 0) return;
  throw dialectError(
    'PGRST100',
    'This function returns a value without columns: select, order and filters do not apply.',
    {
      details: { given: shaping },
    },
  );
}

function relationOf(fn: DataFunction): RelationName | null {
  return fn.returns.kind === 'rows' ? fn.returns.relation : null;
}

function columnsOf(fn: DataFunction): ReadonlyMap<string, Column> {
  return fn.returns.kind === 'rows' ? fn.returns.columns : new Map<string, Column>();
}
