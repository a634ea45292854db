import { dialectError } from '../errors.ts';
import type { EmbedParameters } from '../parse/embed-key.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import type { OrderTerm } from '../parse/order.ts';
import type { EmbedItem, SelectItem } from '../parse/select.ts';
import type { RelationName, Relationship } from '../relationships.ts';
import { resolveConditions, resolveOrder, resolveSelect, type ColumnSource } from './columns.ts';
import { findRelationship } from './find-relationship.ts';
import type { Condition, Embed, OrderBy, OutputColumn, PlanContext } from './plan.ts';

/** What one level of select asks of its rows. */
export interface LevelRequest {
  readonly select: readonly SelectItem[];
  readonly where: readonly ParsedCondition[];
  readonly order: readonly OrderTerm[];
}

export interface PlannedLevel {
  readonly columns: readonly OutputColumn[];
  readonly embeds: readonly Embed[];
  readonly where: readonly Condition[];
  readonly orderBy: readonly OrderBy[];
}

/**
 * Resolves a select with what is embedded in it, at all depths. `relation` is what the rows are of; null for rows of no
 * relation (a function that returns a table of its own), from which nothing can be embedded.
 */
export function planLevels(
  context: PlanContext,
  source: ColumnSource,
  relation: RelationName | null,
  request: LevelRequest,
): PlannedLevel {
  const planner = new EmbedPlanner(context);
  const level = planner.level(source, relation, request, []);
  planner.checkUsed();
  return level;
}

class EmbedPlanner {
  readonly #context: PlanContext;
  readonly #unused: Set<EmbedParameters>;
  #count = 0;

  constructor(context: PlanContext) {
    this.#context = context;
    this.#unused = new Set(context.request.embedded);
  }

  level(
    source: ColumnSource,
    relation: RelationName | null,
    { select, where, order }: LevelRequest,
    path: readonly string[],
  ): PlannedLevel {
    const items = select.filter((item) => item.kind === 'embed');
    const fields = select.filter((item) => item.kind !== 'embed');
    const embeds = items.map((item) => this.#embed(source, relation, item, path));
    const byName = embedsByName(embeds, source.label, path.length);
    const scope = { ...source, embeds: byName };
    const shown = new Set(embeds.filter(({ shape }) => shape === 'json').map(({ alias }) => alias));
    return {
      columns: resolveSelect(source, fields).filter(({ alias }) => !shown.has(alias)),
      embeds,
      where: [...resolveConditions(scope, where), ...embeds.filter(({ isInner }) => isInner).map(existing)],
      orderBy: resolveOrder(scope, order),
    };
  }

  /** Throws PGRST108 for parameters of a resource that select does not embed. */
  checkUsed(): void {
    const [unused] = this.#unused;
    const name = unused?.path.at(-1);
    if (name === undefined) return;
    throw dialectError('PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    });
  }

  #embed(
    parent: ColumnSource,
    relation: RelationName | null,
    item: EmbedItem,
    parentPath: readonly string[],
  ): Embed {
    const { schema, aggregates, maxRows, maxAnswerBytes } = this.#context;
    const origin = relation ?? { schema: this.#context.request.schema, name: parent.label };
    const relationship = findRelationship(schema, origin, item);
    const target = schema.relation(relationship.target.schema, relationship.target.name);
    if (target === undefined)
      throw new Error('A relationship leads to a relation that the role does not see');
    this.#count += 1;
    const id = this.#count;
    const path = [...parentPath, nameOf(item)];
    const parameters = this.#take(path);
    const source: ColumnSource = {
      label: target.name,
      alias: `${target.name}_${path.length}`,
      columns: target.columns,
      aggregates,
    };
    const level = this.level(
      source,
      target,
      { select: item.select, where: parameters?.where ?? [], order: parameters?.order ?? [] },
      path,
    );
    const isToOne = isOne(relationship);
    if (item.isSpread && !isToOne && isAggregated(level)) {
      throw dialectError('PGRST127', 'Feature not implemented', {
        details: { reason: 'Aggregates are not implemented for one-to-many or many-to-many spreads.' },
      });
    }
    return {
      id,
      alias: nameOf(item),
      relationship,
      target,
      isToOne,
      isInner: item.isInner,
      shape: isEmpty(item.select) ? 'hidden' : item.isSpread ? 'spread' : 'json',
      ...level,
      limit: rowLimit(isToOne, relationship, parameters?.limit ?? null, maxRows),
      offset: parameters?.offset ?? 0,
      maxBytes: maxAnswerBytes,
    };
  }

  #take(path: readonly string[]): EmbedParameters | undefined {
    const key = path.join('\0');
    const found = [...this.#unused].find((parameters) => parameters.path.join('\0') === key);
    if (found !== undefined) this.#unused.delete(found);
    return found;
  }
}

/** The condition that an embedded resource has rows. */
function existing(embed: Embed): Condition {
  return { kind: 'embed', embed, isNegated: false };
}

function nameOf(item: EmbedItem): string {
  return item.alias ?? item.target;
}

/** Nothing to show, here or within. */
function isEmpty(select: readonly SelectItem[]): boolean {
  return select.every((item) => item.kind === 'embed' && isEmpty(item.select));
}

/** Whether a level aggregates, by itself or by what is spread into it. */
function isAggregated({ columns, embeds }: Pick<PlannedLevel, 'columns' | 'embeds'>): boolean {
  return (
    columns.some(({ aggregate }) => aggregate !== null) ||
    embeds.some((embed) => embed.shape === 'spread' && isAggregated(embed))
  );
}

function isOne(relationship: Relationship): boolean {
  if (relationship.kind === 'computed') return relationship.isSingle;
  return relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
}

/** A key makes sure of the one row; a view or a function over it does not. */
function rowLimit(
  isToOne: boolean,
  relationship: Relationship,
  asked: number | null,
  maxRows: number,
): number | null {
  if (!isToOne) return Math.min(asked ?? maxRows, maxRows);
  if (asked === 0) return 0;
  return relationship.kind === 'computed' || relationship.isTargetView ? 1 : null;
}

function embedsByName(embeds: readonly Embed[], parent: string, depth: number): ReadonlyMap<string, Embed> {
  const byName = new Map<string, Embed>();
  for (const embed of embeds) {
    if (byName.has(embed.alias)) {
      throw dialectError('PGRST100', `"select" embeds two resources under the name "${embed.alias}".`, {
        details: { parameter: 'select' },
        hint: 'Give one of them another name: name:resource(…).',
        postgrest: {
          code: '42712',
          status: 400,
          message: `table name "${parent}_${embed.alias}_${depth + 1}" specified more than once`,
          hint: null,
        },
      });
    }
    byName.set(embed.alias, embed);
  }
  return byName;
}
