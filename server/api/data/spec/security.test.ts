import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { embedRequests } from './embed-grammar.ts';
import { ANN, BOB, Fleet, WORKER } from './fleet.ts';
import { recording, type RecordedStatement } from './recording.ts';

let fleet: Fleet;
/** Every statement that reached the database. */
const statements: RecordedStatement[] = [];

beforeAll(async () => {
  const open = await Fleet.open(openTestDatabase);
  fleet = open.with({ database: recording(open.database, (statement) => statements.push(statement)) });
});
afterAll(() => fleet.close());

describe('who sees what', () => {
  test('row-level security holds per caller, in rows and in counts', async () => {
    const headers = { prefer: 'count=exact' };
    expect((await fleet.ask('/boats?limit=1', { headers })).headers['Content-Range']).toBe('0-0/15');
    expect((await fleet.ask('/boats?limit=1', { headers, as: BOB })).headers['Content-Range']).toBe('0-0/5');
    expect((await fleet.ask('/boats?id=eq.16')).json).toEqual([]);
    expect((await fleet.ask('/boats?or=(id.eq.16,owner.eq.bob)')).json).toEqual([]);
    expect((await fleet.ask('/fleet_size', { as: BOB })).json).toEqual([{ boats: 5 }]);
  });

  test('another role sees nothing that is not granted to it', async () => {
    expect((await fleet.ask('/boats', { as: WORKER })).status).toBe(404);
    expect((await fleet.call('add', { a: 1 }, { as: WORKER })).status).toBe(404);
    expect((await fleet.ask('/boats', { as: ANN })).status).toBe(200);
  });

  test('hidden and missing are answered alike', async () => {
    const shapeOf = async (path: string, method = 'GET', body?: unknown): Promise<string> => {
      const answer = await fleet.ask(path, { method, body });
      const name = /hidden_boats|hidden_fn|no_such|secret/g;
      return `${answer.status} ${answer.body.replace(name, '…')}`;
    };
    expect(await shapeOf('/hidden_boats')).toBe(await shapeOf('/no_such'));
    expect(await shapeOf('/rpc/hidden_fn', 'POST', {})).toBe(await shapeOf('/rpc/no_such', 'POST', {}));
    for (const query of ['select=', 'order=', 'or=(', 'filter']) {
      const of = (column: string): string =>
        query === 'filter'
          ? `/boats?${column}=eq.1`
          : `/boats?${query}${column}${query === 'or=(' ? '.eq.1)' : ''}`;
      expect(await shapeOf(of('secret'))).toBe(await shapeOf(of('no_such')));
      expect(await shapeOf(of('secret'))).toMatch(/^404 /);
    }
    expect(await shapeOf('/boats?id=eq.1', 'PATCH', { secret: 1 })).toBe(
      await shapeOf('/boats?id=eq.1', 'PATCH', { no_such: 1 }),
    );
  });

  test.each([
    '/core.boats',
    '/pg_class',
    '/pg_catalog.pg_class',
    '/%22core%22.%22boats%22',
    '/rpc/pg_sleep',
    '/rpc/set_config',
  ])('%s is not found', async (path) => {
    expect((await fleet.ask(path)).status).toBe(404);
  });

  test('claims come from the identity, not from the request', async () => {
    const answer = await fleet.ask('/rpc/settings?', {
      headers: { 'request.jwt.claims': '{"sub":"bob"}', role: 'postgres' },
    });
    expect(answer.json).toMatchObject({ claims: { sub: 'ann', role: 'web_user' }, role: 'web_user' });
  });
});

/** Text that means something to SQL, to the dialect or to JSON, around a mark that is looked for in the SQL. */
const MARK = 'zqjmark';
const nasty = fc
  .array(
    fc.constantFrom(
      MARK,
      "'",
      "''",
      '"',
      '\\',
      "\\'",
      '$1',
      '$$',
      '$a$',
      ';',
      '--',
      '/*',
      '*/',
      '(',
      ')',
      ',',
      '.',
      ':',
      '::text',
      '{',
      '}',
      '*',
      '%',
      '+',
      ' ',
      '\n',
      'é',
      '\u{1F6A2}',
      'null',
      'not.',
      'eq.',
      'in.(',
      'or(',
      '->>',
      '&',
      '=',
      '#',
      ' or 1=1',
      "'; drop table core.boats; --",
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => `${MARK}${parts.join('')}`);

const column = fc.constantFrom(
  'id',
  'name',
  'length_m',
  'crew',
  'is_afloat',
  'mood',
  'tags',
  'built',
  'note',
  'owner',
);
/** One that the role may not read, too. */
const anyName = fc.oneof(
  { weight: 18, arbitrary: column },
  { weight: 2, arbitrary: nasty },
  { weight: 1, arbitrary: fc.constant('secret') },
);
const plain = fc.oneof(
  fc.constantFrom('1', '2.5', 'true', 'ann', 'calm', '{sail}', '2020-03-01', ''),
  fc.integer().map(String),
  nasty,
);
const quoted = plain.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`);
const operation = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'not.'),
      fc.constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'isdistinct'),
      fc.oneof(plain, quoted),
    )
    .map(([not, name, text]) => `${not}${name}.${text}`),
  fc
    .tuple(fc.constantFrom('', 'not.'), fc.array(fc.oneof(plain, quoted), { maxLength: 4 }))
    .map(([not, items]) => `${not}in.(${items.join(',')})`),
  fc.constantFrom('is.null', 'is.true', 'not.is.null', 'is.not_null', 'is.unknown'),
  nasty,
);
/** Filters that fit their column's type, so that many requests get as far as rows. */
const fitting = fc.oneof(
  fc.tuple(
    fc.constant('id'),
    fc.oneof(
      fc.constantFrom('gt.2', 'lte.9', 'not.is.null', 'in.(1,2,"3")'),
      fc.nat(20).map((id) => `neq.${id}`),
    ),
  ),
  fc.tuple(
    fc.constantFrom('name', 'owner'),
    fc
      .tuple(fc.constantFrom('not.eq', 'neq', 'like', 'not.ilike', 'gte'), nasty)
      .map(([name, text]) => `${name}.${text}`),
  ),
  fc.tuple(
    fc.constant('name'),
    fc.array(quoted, { maxLength: 4 }).map((items) => `not.in.(${items.join(',')})`),
  ),
  fc.tuple(
    fc.constantFrom('or', 'not.and'),
    fc.tuple(quoted, quoted).map(([a, b]) => `(name.neq.${a},and(id.gt.1,owner.in.(${b},ann)))`),
  ),
  fc.tuple(
    fc.constant('select'),
    nasty.map((alias) => `id,"${alias.replace(/["\\]/g, '\\$&')}":name`),
  ),
);
const { group } = fc.letrec<{ group: string; leaf: string }>((tie) => ({
  leaf: fc.tuple(anyName, operation).map(([name, text]) => `${name}.${text}`),
  group: fc
    .tuple(
      fc.array(
        fc.oneof(
          { maxDepth: 3 },
          tie('leaf'),
          fc
            .tuple(fc.constantFrom('and', 'or', 'not.and'), tie('group'))
            .map(([word, inner]) => `${word}${inner}`),
        ),
        { minLength: 1, maxLength: 3 },
      ),
    )
    .map(([items]) => `(${items.join(',')})`),
}));
const parameter = fc.oneof(
  fc.tuple(anyName, operation),
  fc.tuple(fc.constantFrom('or', 'and', 'not.or'), group),
  fc.tuple(
    fc.constant('select'),
    fc
      .array(
        fc.oneof(
          anyName,
          fc.tuple(nasty, column).map(([alias, name]) => `"${alias.replace(/["\\]/g, '\\$&')}":${name}`),
        ),
        { maxLength: 3 },
      )
      .map((items) => items.join(',')),
  ),
  fc.tuple(
    fc.constant('order'),
    fc
      .array(
        fc
          .tuple(anyName, fc.constantFrom('', '.asc', '.desc.nullslast', '.up'))
          .map((parts) => parts.join('')),
        { maxLength: 2 },
      )
      .map((items) => items.join(',')),
  ),
  fc.tuple(fc.constantFrom('limit', 'offset'), fc.oneof(fc.nat(30).map(String), nasty)),
);
function queryText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map(([key, text]) => `${encodeURIComponent(key)}=${encodeURIComponent(text)}`).join('&');
}

const query = fc
  .oneof(fc.array(parameter, { maxLength: 5 }), {
    weight: 2,
    arbitrary: fc.uniqueArray(fitting, { maxLength: 4, selector: ([key]) => key }),
  })
  .map(queryText);
const request = fc.record({
  target: fc.oneof(
    {
      weight: 12,
      arbitrary: fc.constantFrom(
        '/boats',
        '/boats',
        '/boats',
        '/rpc/boats_longer',
        '/rpc/joined',
        '/rpc/echo',
      ),
    },
    { weight: 1, arbitrary: nasty.map((name) => `/${encodeURIComponent(name)}`) },
  ),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH'),
  query,
  body: fc.oneof(
    fc.record(
      {
        p_min: fc.oneof(fc.double(), nasty),
        parts: fc.array(nasty),
        p_json: fc.jsonValue(),
        name: nasty,
        note: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    fc.dictionary(anyName, fc.oneof(fc.jsonValue(), nasty), { maxKeys: 3 }),
  ),
  headers: fc.record(
    {
      prefer: fc.constantFrom(
        'count=exact',
        'count=planned',
        'count=estimated',
        'return=representation, count=exact',
        'tx=rollback',
      ),
      accept: fc.constantFrom(
        'application/json',
        'application/json',
        'text/csv',
        'application/vnd.pgrst.object+json',
        'image/png',
      ),
      range: fc.oneof(fc.constantFrom('0-4', '3-', '5-2'), nasty),
    },
    { requiredKeys: [] },
  ),
});

const embedding = fc
  .tuple(
    request,
    embedRequests(fc, nasty),
    fc.constantFrom({}, {}, { prefer: 'count=exact' }, { accept: 'text/csv' }),
  )
  .map(([{ method, body }, { target, pairs }, headers]) => ({
    target,
    method: target.startsWith('/rpc') || method !== 'POST' ? method : 'GET',
    query: queryText(pairs),
    body: target.startsWith('/rpc') ? { p_code: 'A' } : body,
    headers,
  }));

const RUNS = Number(process.env['DATA_API_FUZZ_RUNS'] ?? 2_000);
/** Rows of the other owner, and what the hidden column holds: no request of the grammar brings these words itself. */
const UNSEEN = /\bbob\b|classified/;

test(
  `${RUNS} random requests: never a 5xx, no row or column of others, and no value ever becomes SQL`,
  { timeout: 30_000 + RUNS * 60 },
  async () => {
    let answered = 0;
    let embedded = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 2, arbitrary: request }, embedding),
        async ({ target, method, query: text, body, headers }) => {
          statements.length = 0;
          const answer = await fleet.ask(`${target}?${text}`, {
            method,
            body: method === 'GET' || method === 'HEAD' ? undefined : body,
            headers,
          });
          expect(answer.status, `${answer.body}\n${JSON.stringify(statements)}`).toBeLessThan(500);
          expect(answer.body).not.toMatch(UNSEEN);
          if (answer.status < 300) answered += 1;
          if (answer.status < 300 && statements.some(({ sql }) => sql.includes('left join lateral')))
            embedded += 1;
          for (const { sql, params } of statements) {
            // A client's alias is the one text of a request in the SQL, and only as a quoted identifier.
            const withoutNames = sql.replace(/"(?:[^"]|"")*"/g, '');
            expect(withoutNames).not.toContain(MARK);
            const highest = Math.max(
              0,
              ...[...withoutNames.matchAll(/\$(\d+)/g)].map((match) => Number(match[1])),
            );
            expect(highest).toBe(params.length);
          }
        },
      ),
      { numRuns: RUNS },
    );
    // The grammar makes requests that work, too: else this would test the parser alone.
    expect(answered).toBeGreaterThan(RUNS / 10);
    expect(embedded).toBeGreaterThan(RUNS / 50);
    expect((await fleet.ask('/boats', { headers: { prefer: 'count=exact' } })).headers['Content-Range']).toBe(
      '0-14/15',
    );
  },
);
