import { z } from 'zod';

import { viewOrigins } from './view-origins.ts';

/** A relation of the exposed schemas as relationships know it. */
export interface RelationName {
  readonly schema: string;
  readonly name: string;
}

/** Columns of one relation and those of the other that they equal. */
export type ColumnPairs = readonly (readonly [own: string, other: string])[];

export interface Junction {
  readonly relation: RelationName;
  readonly sourceConstraint: string;
  readonly targetConstraint: string;
  /** Source's columns and the junction's. */
  readonly sourcePairs: ColumnPairs;
  /** The junction's columns and the target's. */
  readonly targetPairs: ColumnPairs;
}

interface Ends {
  readonly source: RelationName;
  readonly target: RelationName;
  readonly isTargetView: boolean;
}

/** By a foreign key, from either side of it. */
export interface KeyRelationship extends Ends {
  readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
  readonly constraint: string;
  readonly pairs: ColumnPairs;
}

export interface JunctionRelationship extends Ends {
  readonly kind: 'many-to-many';
  readonly junction: Junction;
}

/** By a function that takes the source's row. */
export interface ComputedRelationship extends Ends {
  readonly kind: 'computed';
  readonly fn: RelationName;
  readonly isSingle: boolean;
  /** All columns of the source in their order: its row is put together from them. */
  readonly rowColumns: readonly string[];
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship;

const relationSchema = z.object({
  oid: z.string(),
  schema: z.string(),
  name: z.string(),
  is_view: z.boolean(),
  width: z.int(),
  columns: z.array(z.object({ number: z.int(), name: z.string() })),
});
const keySchema = z.object({
  kind: z.enum(['p', 'u', 'f']),
  name: z.string(),
  oid: z.string(),
  columns: z.array(z.int()),
  foreign_oid: z.string(),
  foreign_columns: z.array(z.int()).nullable(),
});
const functionSchema = z.object({
  schema: z.string(),
  name: z.string(),
  argument: z.string(),
  result: z.string(),
  is_single: z.boolean(),
});
const jsonText = z.string().transform((text): unknown => JSON.parse(text));
const catalogSchema = z.object({
  relations: jsonText.pipe(z.array(relationSchema)),
  keys: jsonText.pipe(z.array(keySchema)),
  views: jsonText.pipe(z.array(z.object({ oid: z.string(), action: z.string() }))),
  functions: jsonText.pipe(z.array(functionSchema)),
});

type Catalog = z.infer<typeof catalogSchema>;
type CatalogRelation = z.infer<typeof relationSchema>;
type CatalogKey = z.infer<typeof keySchema>;

/** A relation that shows a base table's columns: the table itself, or a view over it. */
interface Appearance {
  readonly relation: CatalogRelation;
  /** Names in the order that the columns were asked for. */
  readonly names: readonly string[];
}

/** The combinations of columns that a view may show one key under; more than this many are of no use to anyone. */
const MAX_COMBINATIONS = 8;

/** All relationships among what a role may read. `row` is the answer to RELATIONSHIP_CATALOG_SQL, run as that role. */
export function relationshipsOf(row: unknown): Relationship[] {
  const catalog = catalogSchema.parse(row);
  const appearances = appearancesIn(catalog);
  const uniqueKeys = new Set(
    catalog.keys.filter((key) => key.kind !== 'f').map((key) => setKey(key.oid, key.columns)),
  );
  const byKeys = catalog.keys
    .filter((key) => key.kind === 'f')
    .flatMap((key) => keyRelationships(key, uniqueKeys.has(setKey(key.oid, key.columns)), appearances));
  return [
    ...byKeys,
    ...junctionRelationships(catalog, appearances, byKeys),
    ...computedRelationships(catalog),
  ];
}

type FindAppearances = (oid: string, columns: readonly number[]) => Appearance[];

function appearancesIn(catalog: Catalog): FindAppearances {
  const origins = new Map(catalog.views.map(({ oid, action }) => [oid, viewOrigins(action)]));
  const shown = catalog.relations.map((relation) => ({
    relation,
    byBase: new Map<string, string[]>(),
  }));
  for (const { relation, byBase } of shown) {
    for (const column of relation.columns) {
      for (const base of basesOf(relation.oid, column.number, origins, 0)) {
        byBase.set(base, [...(byBase.get(base) ?? []), column.name]);
      }
    }
  }
  return (oid, columns) =>
    shown.flatMap(({ relation, byBase }) =>
      combinations(columns.map((column) => byBase.get(`${oid}.${column}`) ?? [])).map((names) => ({
        relation,
        names,
      })),
    );
}

/** The column itself and what it stands for, through views upon views. */
function basesOf(
  oid: string,
  number: number,
  origins: ReadonlyMap<string, ReturnType<typeof viewOrigins>>,
  depth: number,
): string[] {
  const own = `${oid}.${number}`;
  const origin = origins.get(oid)?.find((candidate) => candidate.number === number);
  if (origin === undefined || depth > 32) return [own];
  return [own, ...basesOf(origin.originOid, origin.originNumber, origins, depth + 1)];
}

function combinations(choices: readonly (readonly string[])[]): string[][] {
  return choices
    .reduce<string[][]>(
      (rows, names) => rows.flatMap((row) => names.map((name) => [...row, name])).slice(0, MAX_COMBINATIONS),
      [[]],
    )
    .filter((row) => row.length > 0);
}

function keyRelationships(
  key: CatalogKey,
  isUnique: boolean,
  appearances: FindAppearances,
): KeyRelationship[] {
  const froms = appearances(key.oid, key.columns);
  const tos = appearances(key.foreign_oid, key.foreign_columns ?? []);
  return froms.flatMap((from) =>
    tos.flatMap((to): KeyRelationship[] => {
      const constraint = key.name;
      const forth = {
        kind: isUnique ? ('one-to-one' as const) : ('many-to-one' as const),
        ...ends(from.relation, to.relation),
        constraint,
        pairs: zip(from.names, to.names),
      };
      const back = {
        kind: isUnique ? ('one-to-one' as const) : ('one-to-many' as const),
        ...ends(to.relation, from.relation),
        constraint,
        pairs: zip(to.names, from.names),
      };
      return [forth, back];
    }),
  );
}

/** Two foreign keys of one relation join what they point to when its primary key is made of them. */
function junctionRelationships(
  catalog: Catalog,
  appearances: FindAppearances,
  byKeys: readonly KeyRelationship[],
): JunctionRelationship[] {
  const primaryKeys = new Map<string, Set<string>>();
  for (const key of catalog.keys.filter(({ kind }) => kind === 'p')) {
    for (const { relation, names } of appearances(key.oid, key.columns)) {
      const own = primaryKeys.get(nameKey(relation)) ?? new Set();
      names.forEach((name) => own.add(name));
      primaryKeys.set(nameKey(relation), own);
    }
  }
  const bySource = new Map<string, KeyRelationship[]>();
  for (const key of byKeys.filter(({ kind }) => kind === 'many-to-one')) {
    bySource.set(nameKey(key.source), [...(bySource.get(nameKey(key.source)) ?? []), key]);
  }
  return [...bySource].flatMap(([junction, keys]) => {
    const primary = primaryKeys.get(junction);
    if (primary === undefined) return [];
    const within = keys.filter(({ pairs }) => pairs.every(([column]) => primary.has(column)));
    return within.flatMap((from) =>
      within
        .filter((to) => to.constraint !== from.constraint)
        .map((to): JunctionRelationship => ({
          kind: 'many-to-many',
          source: from.target,
          target: to.target,
          isTargetView: to.isTargetView,
          junction: {
            relation: from.source,
            sourceConstraint: from.constraint,
            targetConstraint: to.constraint,
            sourcePairs: from.pairs.map(([own, other]) => [other, own] as const),
            targetPairs: to.pairs,
          },
        })),
    );
  });
}

/** Functions over a row that the role may read as a whole. */
function computedRelationships(catalog: Catalog): ComputedRelationship[] {
  const byOid = new Map(catalog.relations.map((relation) => [relation.oid, relation]));
  return catalog.functions.flatMap((fn): ComputedRelationship[] => {
    const source = byOid.get(fn.argument);
    const target = byOid.get(fn.result);
    if (source === undefined || target === undefined || source.columns.length < source.width) return [];
    return [
      {
        kind: 'computed',
        ...ends(source, target),
        fn: { schema: fn.schema, name: fn.name },
        isSingle: fn.is_single,
        rowColumns: source.columns.map(({ name }) => name),
      },
    ];
  });
}

function ends(source: CatalogRelation, target: CatalogRelation): Ends {
  return {
    source: { schema: source.schema, name: source.name },
    target: { schema: target.schema, name: target.name },
    isTargetView: target.is_view,
  };
}

function zip(own: readonly string[], others: readonly string[]): ColumnPairs {
  return own.map((name, index) => [name, others[index] ?? ''] as const);
}

function setKey(oid: string, columns: readonly number[]): string {
  return `${oid}:${[...columns].sort((a, b) => a - b).join(',')}`;
}

function nameKey({ schema, name }: RelationName): string {
  return `${schema}\0${name}`;
}
