import type { BoundArgs, CallPlan } from '../plan/plan.ts';
import type { FunctionArg } from '../schema-model.ts';
import { arrayLiteral } from './array-literal.ts';
import { bodySql, valueBodySql } from './body-sql.ts';
import { columnSql } from './field-sql.ts';
import { catalogText, EMPTY, identifier, join, sql, value, type Fragment } from './fragment.ts';
import { pageSql, totalSql, windowSql } from './page-sql.ts';
import { RESPONSE_SETTINGS } from './response-settings-sql.ts';

export function callSql(plan: CallPlan): Fragment {
  const { returns } = plan.fn;
  const call = sql`${identifier(plan.fn.schema, plan.fn.name)}(${argumentsSql(plan.args)})`;
  const from = sql`from ${recordSql(plan.args)}lateral ${call}`;
  if (returns.kind === 'void') {
    return sql`with _result as (select 1 ${from} as _row) select null::text as total, count(*)::text as returned, null::text as body, ${RESPONSE_SETTINGS} from _result`;
  }
  const total = plan.page.count === null ? sql`null::text` : totalSql(sql`_result`, plan.page, null);
  // Counting the whole result makes a function that changes data run even under limit=0.
  const ran = plan.fn.isVolatile ? sql`, (select count(*) from _result) as ran` : EMPTY;
  if (returns.kind === 'scalar') {
    return sql`with _result as (select _row._value ${from} as _row(_value)), _page as (select _value from _result${windowSql(plan.page)}) select ${total} as total, count(*)::text as returned, ${valueBodySql(plan.body, returns.isSet)} as body${ran}, ${RESPONSE_SETTINGS} from _page`;
  }
  const computed = plan.computed.map(
    (column) => sql`, ${columnSql('_row', column)} as ${identifier(column.name)}`,
  );
  return sql`with _result as (select _row.*${join(computed, EMPTY)} ${from} as _row), _page as (${pageSql(sql`_result`, plan.page)}) select ${total} as total, count(*)::text as returned, ${bodySql(plan.body, plan.page, returns.isSet)} as body${ran}, ${RESPONSE_SETTINGS} from _page`;
}

/** A JSON body becomes one record with the arguments' own types. */
function recordSql(args: BoundArgs): Fragment {
  if (args.from !== 'body' || args.args.length === 0) return EMPTY;
  return sql`json_to_record(${value(args.json)}) as _args(${columnDefinitionsSql(args.args)}), `;
}

export function columnDefinitionsSql(
  columns: readonly { readonly name: string; readonly type: string }[],
): Fragment {
  return join(
    columns.map(({ name, type }) => sql`${identifier(name)} ${catalogText(type)}`),
    sql`, `,
  );
}

function argumentsSql(args: BoundArgs): Fragment {
  if (args.from === 'whole') return sql`cast(${value(args.text)} as ${catalogText(args.arg.type)})`;
  const named =
    args.from === 'body'
      ? args.args.map((arg) => argumentSql(arg, identifier('_args', arg.name)))
      : args.args.map(({ arg, values }) => argumentSql(arg, queryValueSql(arg, values)));
  return join(named, sql`, `);
}

function argumentSql(arg: FunctionArg, item: Fragment): Fragment {
  return sql`${arg.isVariadic ? sql`variadic ` : EMPTY}${identifier(arg.name)} := ${item}`;
}

function queryValueSql(arg: FunctionArg, values: readonly string[]): Fragment {
  const text = arg.isVariadic ? arrayLiteral(values) : (values[0] ?? null);
  return sql`cast(${value(text)} as ${catalogText(arg.type)})`;
}
