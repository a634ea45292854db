import type { Embed } from '../plan/plan.ts';
import type { ColumnPairs } from '../relationships.ts';
import { identifier, join, sql, type Fragment } from './fragment.ts';

/** The alias of an embedded resource's rows; the outermost rows are `_source`. */
export function sourceOf({ id }: Embed): string {
  return `_source_${id}`;
}

/** `target as _source_n`, with the junction where there is one: what an embedded resource is read from. */
export function embedFromSql(embed: Embed, parent: string): Fragment {
  const { relationship } = embed;
  const alias = identifier(sourceOf(embed));
  if (relationship.kind === 'computed') {
    const { fn, source, rowColumns } = relationship;
    const row = join(
      rowColumns.map((name) => identifier(parent, name)),
      sql`, `,
    );
    return sql`${identifier(fn.schema, fn.name)}(row(${row})::${identifier(source.schema, source.name)}) as ${alias}`;
  }
  const target = sql`${identifier(relationship.target.schema, relationship.target.name)} as ${alias}`;
  if (relationship.kind !== 'many-to-many') return target;
  const { schema, name } = relationship.junction.relation;
  return sql`${target}, ${identifier(schema, name)} as ${identifier(junctionOf(embed))}`;
}

/** What ties an embedded resource's rows to its parent's row: nothing more for a function, which was given the row. */
export function embedConditionsSql(embed: Embed, parent: string): Fragment[] {
  const { relationship } = embed;
  if (relationship.kind === 'computed') return [];
  if (relationship.kind !== 'many-to-many') return equalSql(relationship.pairs, parent, sourceOf(embed));
  const { sourcePairs, targetPairs } = relationship.junction;
  return [
    ...equalSql(sourcePairs, parent, junctionOf(embed)),
    ...equalSql(targetPairs, junctionOf(embed), sourceOf(embed)),
  ];
}

function junctionOf({ id }: Embed): string {
  return `_junction_${id}`;
}

function equalSql(pairs: ColumnPairs, own: string, other: string): Fragment[] {
  return pairs.map(
    ([ownName, otherName]) => sql`${identifier(own, ownName)} = ${identifier(other, otherName)}`,
  );
}
