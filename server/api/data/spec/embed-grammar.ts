import type { Arbitrary, default as FastCheck } from 'fast-check';

/** What may be embedded from where in embed-fixture.sql, and some that may not. */
const GRAPH: Readonly<
  Record<string, { readonly columns: readonly string[]; readonly to: readonly (readonly [string, string])[] }>
> = {
  boats: {
    columns: ['id', 'name', 'owner', 'length_m', 'note'],
    to: [
      ['voyages', 'voyages'],
      ['crews', 'crews'],
      ['captains', 'captains'],
      ['repairs', 'repairs'],
    ],
  },
  boat_cards: {
    columns: ['id', 'name'],
    to: [
      ['voyages', 'voyages'],
      ['voyages_of', 'voyages'],
      ['first_voyage', 'voyages'],
      ['hidden_rows', 'voyages'],
    ],
  },
  voyages: {
    columns: ['id', 'cost', 'log', 'log->>wind', 'route_km'],
    to: [
      ['boats', 'boats'],
      ['captains!voyages_captain', 'captains'],
      ['harbours!from_code', 'harbours'],
      ['harbours!voyages_to', 'harbours'],
    ],
  },
  captains: {
    columns: ['captain', 'name', 'licence_count', 'secret'],
    to: [
      ['captains', 'captains'],
      ['mentor_id', 'captains'],
      ['licences', 'licences'],
      ['boats!crews', 'boats'],
      ['voyages!voyages_captain', 'voyages'],
    ],
  },
  crews: {
    columns: ['boat_id', 'captain_id'],
    to: [
      ['boats', 'boats'],
      ['captains', 'captains'],
    ],
  },
  licences: { columns: ['captain_id', 'class'], to: [['captains', 'captains']] },
  harbours: {
    columns: ['code', 'title'],
    to: [
      ['voyages!voyages_to', 'voyages'],
      ['voyages', 'voyages'],
    ],
  },
  repairs: { columns: ['id', 'boat_id'], to: [['boats', 'boats']] },
};

/** Columns of text, which any value may be compared with. */
const TEXTS: readonly string[] = ['name', 'owner', 'class', 'code', 'title', 'log->>wind'];

type Pair = readonly [key: string, value: string];
interface Level {
  readonly select: string;
  readonly pairs: readonly Pair[];
}

/** Requests that embed: where they go, and their parameters. `nasty` is text that means something to SQL or the
 * dialect; the library is passed in, since only tests may import it. */
export function embedRequests(
  fc: typeof FastCheck,
  nasty: Arbitrary<string>,
): Arbitrary<{ target: string; pairs: Pair[] }> {
  const roots: readonly (readonly [string, string])[] = [
    ['/boats', 'boats'],
    ['/boat_cards', 'boat_cards'],
    ['/voyages', 'voyages'],
    ['/captains', 'captains'],
    ['/harbours', 'harbours'],
    ['/rpc/voyages_from', 'voyages'],
  ];
  return fc.constantFrom(...roots).chain(([target, relation]) =>
    levelOf(fc, relation, 3, nasty).map(({ select, pairs }) => ({
      target,
      pairs: [
        ['select', select] as const,
        ...pairs,
        ...(target.startsWith('/rpc') ? [['p_code', 'A'] as const] : []),
      ],
    })),
  );
}

function levelOf(
  fc: typeof FastCheck,
  relation: string,
  depth: number,
  nasty: Arbitrary<string>,
): Arbitrary<Level> {
  const { columns, to } = GRAPH[relation] ?? { columns: ['id'], to: [] };
  const seen = columns.filter((name) => name !== 'secret');
  const column = fc.constantFrom(...seen, ...seen, ...seen, ...columns);
  const items = fc.uniqueArray(
    fc.oneof({ weight: 4, arbitrary: column }, { weight: 1, arbitrary: fc.constant('*') }),
    {
      maxLength: 3,
    },
  );
  const filter = column.chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom('not.is.null', TEXTS.includes(name) ? 'neq.x' : 'not.is.null'),
        },
        { weight: 1, arbitrary: fc.constantFrom('gt.0', 'eq.1', 'in.(1,2)') },
        TEXTS.includes(name)
          ? { weight: 3, arbitrary: nasty.map((text) => `neq.${text}`) }
          : fc.constant('is.null'),
      ),
    ),
  );
  const order = column.map((name): Pair => ['order', `${name}.desc`]);
  const limit = fc.nat(3).map((count): Pair => ['limit', String(count)]);
  const shaping = fc.uniqueArray(fc.oneof(filter, order, limit), { maxLength: 2, selector: ([key]) => key });
  const embeds = depth === 0 ? fc.constant([]) : fc.array(embedOf(fc, to, depth, nasty), { maxLength: 2 });
  return fc.tuple(items, shaping, embeds).map(([own, pairs, inner]) => ({
    select: [...own, ...inner.map(({ select }) => select)].join(','),
    pairs: [...pairs, ...inner.flatMap((level) => level.pairs)],
  }));
}

function embedOf(
  fc: typeof FastCheck,
  to: readonly (readonly [string, string])[],
  depth: number,
  nasty: Arbitrary<string>,
): Arbitrary<Level> {
  return fc.constantFrom(...to).chain(([name, relation]) =>
    fc
      .record({
        alias: fc.option(fc.oneof(fc.constantFrom('a', 'b', 'c', 'id'), nasty.map(quote))),
        spread: fc.constantFrom('', '', '', '...'),
        join: fc.constantFrom('', '', '!inner', '!left'),
        test: fc.constantFrom(null, null, null, null, null, null, 'is.null', 'not.is.null', 'eq.1'),
        level: levelOf(fc, relation, depth - 1, nasty),
      })
      .map(({ alias, spread, join, test, level }) => {
        const called = alias ?? name.replace(/!.*/, '');
        return {
          select: `${spread}${alias === null ? '' : `${alias}:`}${name}${join}(${level.select})`,
          pairs: [
            ...level.pairs.map(([key, value]): Pair => [`${called}.${key}`, value]),
            ...(test === null ? [] : [[called, test] as const]),
          ],
        };
      }),
  );
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
