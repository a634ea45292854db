import { dialectError } from '../errors.ts';
import { nearestName } from '../fuzzy-names.ts';
import type { EmbedHead } from '../parse/embed.ts';
import type { ColumnPairs, KeyRelationship, RelationName, Relationship } from '../relationships.ts';
import type { RoleSchema } from '../schema-model.ts';

/**
 * Finds what `target!hint` means from `origin`, as PostgREST does: the target is a relation, a function over the row, a
 * foreign key or its one column; the hint is a foreign key, a column of either side or a junction. Throws PGRST200
 * where there is none and PGRST201 where there are several. Only what the role may read is ever looked at or named.
 */
export function findRelationship(
  schema: RoleSchema,
  origin: RelationName,
  { target, hint }: Pick<EmbedHead, 'target' | 'hint'>,
): Relationship {
  const all = schema
    .relationships(origin.schema, origin.name)
    .filter((candidate) => candidate.target.schema === origin.schema);
  const fitting = all.filter((candidate) => fits(candidate, target, hint));
  const computed = fitting.filter(({ kind }) => kind === 'computed');
  // A function of the relation's name stands for the relation.
  const [found, ...others] = computed.length > 0 ? computed : fitting;
  if (found === undefined) throw noneFound(schema, all, origin, target, hint);
  if (others.length > 0) throw severalFound([found, ...others], origin, target);
  return found;
}

function fits(candidate: Relationship, target: string, hint: string | null): boolean {
  if (candidate.kind === 'computed') return candidate.fn.name === target;
  const isTarget = candidate.target.name === target;
  const isSelf = candidate.source.name === candidate.target.name;
  if (isSelf) return candidate.kind !== 'many-to-many' && fitsSelf(candidate, target, hint);
  if (hint !== null) return isTarget && fitsHint(candidate, hint);
  if (isTarget) return true;
  if (candidate.kind === 'many-to-many' || candidate.isTargetView) return false;
  return candidate.constraint === target || onlyColumn(candidate.pairs, 0) === target;
}

/**
 * One foreign key, two directions: the relation's name leads to the many, the column's to the one. The key's name stands
 * for both, so that PostgREST takes the column alone as a hint.
 */
function fitsSelf(candidate: KeyRelationship, target: string, hint: string | null): boolean {
  const isToMany = candidate.kind === 'one-to-many';
  if (hint === null) {
    if (candidate.target.name === target) return isToMany;
    return !isToMany && onlyColumn(candidate.pairs, 0) === target;
  }
  if (candidate.target.name !== target || !isToMany) return false;
  return onlyColumn(candidate.pairs, 1) === hint;
}

function fitsHint(candidate: Exclude<Relationship, { kind: 'computed' }>, hint: string): boolean {
  if (candidate.kind === 'many-to-many') return candidate.junction.relation.name === hint;
  return (
    candidate.constraint === hint ||
    onlyColumn(candidate.pairs, 0) === hint ||
    onlyColumn(candidate.pairs, 1) === hint
  );
}

function onlyColumn(pairs: ColumnPairs, side: 0 | 1): string | undefined {
  return pairs.length === 1 ? pairs[0]?.[side] : undefined;
}

function noneFound(
  schema: RoleSchema,
  all: readonly Relationship[],
  origin: RelationName,
  target: string,
  hint: string | null,
): Error {
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return dialectError(
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details: {
        reason: `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} in the schema '${origin.schema}', but no matches were found.`,
      },
      ...hintOf(suggestion(schema, all, origin, target)),
    },
  );
}

function suggestion(
  schema: RoleSchema,
  all: readonly Relationship[],
  origin: RelationName,
  target: string,
): string | null {
  const isOrigin = all.length > 0;
  const wrong = isOrigin ? target : origin.name;
  const names = isOrigin
    ? all.map((candidate) => candidate.target.name)
    : schema
        .relationNames(origin.schema)
        .filter((name) => schema.relationships(origin.schema, name).length > 0);
  const nearest = nearestName(
    [...new Set(names)].filter((name) => name !== wrong),
    wrong,
  );
  return nearest === null ? null : `Perhaps you meant '${nearest}' instead of '${wrong}'.`;
}

function hintOf(hint: string | null): { hint?: string } {
  return hint === null ? {} : { hint };
}

function severalFound(found: readonly Relationship[], origin: RelationName, target: string): Error {
  const named = found.flatMap((candidate) => (candidate.kind === 'computed' ? [] : [candidate]));
  const hints = named.map((candidate) => `'${candidate.target.name}!${hintFor(candidate)}'`);
  const candidates = named.map((candidate) => ({
    cardinality: candidate.kind,
    embedding: `${candidate.source.name} with ${candidate.target.name}`,
    relationship: describe(candidate),
  }));
  return dialectError(
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    {
      details: { candidates },
      hint: `Try changing '${target}' to one of the following: ${hints.join(', ')}. Find the desired relationship in the 'details' key.`,
      postgrest: { details: candidates },
    },
  );
}

type Named = Exclude<Relationship, { kind: 'computed' }>;

function hintFor(candidate: Named): string {
  return candidate.kind === 'many-to-many' ? candidate.junction.relation.name : candidate.constraint;
}

function describe(candidate: Named): string {
  if (candidate.kind === 'many-to-many') {
    const { relation, sourceConstraint, targetConstraint, sourcePairs, targetPairs } = candidate.junction;
    return `${relation.name} using ${sourceConstraint}${listed(sourcePairs, 1)} and ${targetConstraint}${listed(targetPairs, 0)}`;
  }
  const { constraint, pairs, source, target } = candidate;
  return `${constraint} using ${source.name}${listed(pairs, 0)} and ${target.name}${listed(pairs, 1)}`;
}

function listed(pairs: ColumnPairs, side: 0 | 1): string {
  return `(${pairs.map((pair) => pair[side]).join(', ')})`;
}
