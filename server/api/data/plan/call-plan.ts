import { dialectError } from '../errors.ts';
import type { ApiRequest, RpcPair } from '../parse/api-request.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import type { Column, DataFunction } from '../schema-cache.ts';
import { planPage } from './page-plan.ts';
import type { BoundArgs, CallPlan, PlanContext } from './plan.ts';

export function planCall({ request, maxRows }: PlanContext, overloads: readonly DataFunction[]): CallPlan {
  const isReadOnlyVerb = request.method === 'GET' || request.method === 'HEAD';
  if (!isReadOnlyVerb && request.method !== 'POST') {
    throw dialectError('PGRST101', 'Functions are called with GET, HEAD or POST.', {
      headers: { Allow: 'OPTIONS, GET, HEAD, POST' },
    });
  }
  const { args: pairs, filters } = isReadOnlyVerb
    ? sortPairs(request.rpcPairs, overloads)
    : { args: [], filters: [] };
  const names = isReadOnlyVerb ? pairs.map((pair) => pair.key) : Object.keys(request.body.value);
  const fn = chooseOverload(request.target.name, overloads, new Set(names));
  const where = [...request.where, ...filters];
  if (fn.returns.kind !== 'rows') refuseShaping(request, where);
  const source = { label: fn.name, columns: columnsOf(fn) };
  return {
    kind: 'call',
    fn,
    args: isReadOnlyVerb ? bindQuery(fn, pairs) : bindBody(fn, request),
    isReadOnly: isReadOnlyVerb || !fn.isVolatile,
    page: planPage(request, source, where, maxRows),
    body: request.method === 'HEAD' || fn.returns.kind === 'void' ? 'none' : bodyFormat(request, fn),
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

function chooseOverload(
  name: string,
  overloads: readonly DataFunction[],
  given: ReadonlySet<string>,
): DataFunction {
  const fitting = overloads.filter(
    (fn) =>
      fn.args.every((arg) => !arg.isRequired || given.has(arg.name)) &&
      [...given].every((key) => fn.args.some((arg) => arg.name === key)),
  );
  const [fn, ...others] = fitting;
  if (fn === undefined) throw notFound(name, overloads, given);
  if (others.length > 0) {
    throw dialectError('PGRST203', `Several functions "${name}" take these arguments.`, {
      details: { candidates: fitting.map(signature) },
    });
  }
  return fn;
}

function notFound(name: string, overloads: readonly DataFunction[], given: ReadonlySet<string>): Error {
  const asked = [...given].sort().join(', ');
  return dialectError('PGRST202', `There is no function "${name}" that you may call with (${asked}).`, {
    details: { function: name, arguments: [...given].sort() },
    // Only overloads in this role's schema: nothing hidden can be named here.
    ...(overloads.length > 0 ? { hint: `It takes ${overloads.map(signature).join(' or ')}.` } : {}),
  });
}

function signature(fn: DataFunction): string {
  const args = fn.args.map((arg) => `${arg.name} ${arg.type}${arg.isRequired ? '' : ' (optional)'}`);
  return `${fn.name}(${args.join(', ')})`;
}

function bindBody(fn: DataFunction, request: ApiRequest): BoundArgs {
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

function columnsOf(fn: DataFunction): ReadonlyMap<string, Column> {
  return fn.returns.kind === 'rows' ? fn.returns.columns : new Map<string, Column>();
}
