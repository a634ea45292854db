import type { Aggregate } from '../parse/aggregate.ts';
import type { Embed, OutputColumn } from '../plan/plan.ts';
import { isWithinSql, sizedJsonSql, sizedSql } from './answer-size-sql.ts';
import { conditionsSql, orderSql } from './condition-sql.ts';
import { embedConditionsSql, embedFromSql, sourceOf } from './embed-join-sql.ts';
import { aggregateSql, argumentSql } from './field-sql.ts';
import { catalogText, EMPTY, identifier, join, sql, value, wholeNumber, type Fragment } from './fragment.ts';

/** Columns and embedded resources of one level. */
export interface Level {
  readonly columns: readonly OutputColumn[];
  readonly embeds: readonly Embed[];
}

export interface OutputName {
  readonly alias: string;
  readonly isText: boolean;
}

/** One item of a select list, before it is aggregated: a spread hands its aggregates to the level that it spreads into. */
interface Output extends OutputName {
  readonly item: Fragment;
  readonly aggregate: Aggregate | null;
  readonly isJson: boolean;
}

/** The select list of the rows aliased `source`, each item under its name. */
export function selectListSql(level: Level, source: string): Fragment {
  const outputs = outputsOf(level, source);
  const isGrouped = outputs.some(({ aggregate }) => aggregate !== null);
  return join(
    outputs.map((output) => sql`${renderSql(output, isGrouped)} as ${identifier(output.alias)}`),
    sql`, `,
  );
}

/** `group by` what is not aggregated, by its place: parameters of a path would not compare as equal. */
export function groupSql(level: Level): Fragment {
  const outputs = outputsOf(level, '');
  if (outputs.every(({ aggregate }) => aggregate === null)) return EMPTY;
  const places = outputs.flatMap(({ aggregate }, index) =>
    aggregate === null ? [catalogText(String(index + 1))] : [],
  );
  return places.length === 0 ? EMPTY : sql` group by ${join(places, sql`, `)}`;
}

/** The joins that bring embedded resources to the rows aliased `source`. */
export function embedJoinsSql(embeds: readonly Embed[], source: string): Fragment {
  return join(
    embeds
      .filter(({ shape }) => shape !== 'hidden')
      .map(
        (embed) =>
          sql` left join lateral (${embedSql(embed, source)}) as ${identifier(embedAlias(embed))} on true`,
      ),
    EMPTY,
  );
}

/** Names and kinds of a select list, in its order; for CSV. */
export function outputNames(level: Level): OutputName[] {
  return outputsOf(level, '').map(({ alias, isText }) => ({ alias, isText }));
}

function outputsOf(level: Level, source: string): Output[] {
  const own = level.columns.map((column) => ({
    alias: column.alias,
    item: argumentSql(source, column),
    aggregate: column.aggregate,
    isJson: column.column.isJson && column.path.length === 0 && column.cast === null,
    isText: isText(column),
  }));
  return lastOfEachName([...own, ...level.embeds.flatMap(embedOutputs)]);
}

function embedOutputs(embed: Embed): Output[] {
  if (embed.shape === 'hidden') return [];
  const at = identifier(embedAlias(embed));
  const none = { aggregate: null, isJson: true, isText: false };
  if (embed.shape === 'json') {
    const json = sql`${at}._json`;
    return [{ ...none, alias: embed.alias, item: embed.isToOne ? json : sql`coalesce(${json}, '[]')` }];
  }
  return spreadOutputs(embed).map((output, index) => {
    const item = sql`${at}.${identifier(spreadName(index))}`;
    return embed.isToOne
      ? { ...output, item }
      : { ...none, alias: output.alias, item: sql`coalesce(${item}, '[]')` };
  });
}

function spreadOutputs(embed: Embed): Output[] {
  return outputsOf(embed, sourceOf(embed));
}

/** What is joined: `_json`, or the columns of a spread. */
function embedSql(embed: Embed, parent: string): Fragment {
  const itemName = `_item_${embed.id}`;
  const item = identifier(itemName);
  if (embed.shape === 'json') {
    const list = selectListSql(embed, sourceOf(embed));
    // `item.*` and not `item`: a column of that name would win over the row.
    const shown = rowsSql(embed, parent, list, groupSql(embed));
    if (embed.isToOne) return sql`select row_to_json(${item}.*) as _json from (${shown}) as ${item}`;
    return sql`select json_agg(_sized._json) filter (where ${isWithinSql('_sized', embed.maxBytes)}) as _json from (${sizedJsonSql(shown, itemName)}) as _sized`;
  }
  const outputs = spreadOutputs(embed);
  const list = join(
    outputs.map(({ item: raw }, index) => sql`${raw} as ${identifier(spreadName(index))}`),
    sql`, `,
  );
  const rows = rowsSql(embed, parent, list, EMPTY);
  if (embed.isToOne) return rows;
  const arrays = outputs.map(
    (_, index) =>
      sql`json_agg(_sized.${identifier(spreadName(index))}) filter (where ${isWithinSql('_sized', embed.maxBytes)}) as ${identifier(spreadName(index))}`,
  );
  return sql`select ${join(arrays, sql`, `)} from (${sizedSql(rows, itemName)}) as _sized`;
}

function rowsSql(embed: Embed, parent: string, list: Fragment, group: Fragment): Fragment {
  const source = sourceOf(embed);
  const where = [...embedConditionsSql(embed, parent), ...conditionsSql(embed.where, source)];
  const filtered = where.length === 0 ? EMPTY : sql` where ${join(where, sql` and `)}`;
  return sql`select ${list} from ${embedFromSql(embed, parent)}${embedJoinsSql(embed.embeds, source)}${filtered}${group}${orderSql(embed.orderBy, source)}${embedWindowSql(embed)}`;
}

export function embedWindowSql({ limit, offset }: Embed): Fragment {
  const limited = limit === null ? EMPTY : sql` limit ${wholeNumber(limit)}`;
  return offset === 0 ? limited : sql`${limited} offset ${value(offset)}`;
}

function renderSql({ item, aggregate, isJson }: Output, isGrouped: boolean): Fragment {
  if (aggregate !== null) return aggregateSql(aggregate, item);
  // json has no equality to group by; jsonb has.
  return isGrouped && isJson ? sql`(${item})::jsonb` : item;
}

function lastOfEachName(outputs: readonly Output[]): Output[] {
  return [...new Map(outputs.map((output) => [output.alias, output])).values()];
}

function embedAlias({ id }: Embed): string {
  return `_embed_${id}`;
}

function spreadName(index: number): string {
  return `_${index + 1}`;
}

/** Whether a cell of CSV may be what a spreadsheet runs. */
function isText({ column, path, cast, aggregate }: OutputColumn): boolean {
  const last = aggregate?.cast ?? cast;
  if (last !== null) return last === 'text' || last === 'character varying';
  if (aggregate !== null && aggregate.fn !== 'min' && aggregate.fn !== 'max') return false;
  return path.length > 0 || column.isText;
}
