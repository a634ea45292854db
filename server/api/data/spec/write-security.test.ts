import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestDatabase } from '#testing/database.ts';
import { BOB, Fleet } from './fleet.ts';
import { recording, type RecordedStatement } from './recording.ts';

let fleet: Fleet;
let dock: Fleet;
const statements: RecordedStatement[] = [];
beforeAll(async () => {
  fleet = await Fleet.open(openTestDatabase);
  dock = fleet.with({
    database: recording(fleet.database, (statement) => statements.push(statement)),
    schemas: ['dock'],
    // Rolls every change back, so that each request meets the same rows.
    testMode: { anonymousRole: 'web_user' },
  });
});
afterAll(() => fleet.close());

const MARK = 'zqjmark';
const nasty = fc
  .array(
    fc.constantFrom(
      ...[
        `'`,
        `''`,
        '"',
        '\\',
        `\\'`,
        '$1',
        '$$',
        ';',
        '--',
        '/*',
        '(',
        ')',
        ',',
        '.',
        '::text',
        '->>',
        '->',
        '{',
        '}',
      ],
      ...['*', '%', ' ', '\n', 'é', 'null', 'eq.', 'any', 'count()', `'; drop table dock.berths; --`],
    ),
    { maxLength: 5 },
  )
  .map((parts) => `${MARK}${parts.join('')}`);
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const column = fc.constantFrom('id', 'code', 'size_m', 'facts', 'tags', 'rent', 'notes', 'words', 'label');
const step = fc
  .tuple(fc.constantFrom('->', '->>'), fc.oneof(fc.constantFrom('depth', 'm', '0', '-1'), nasty.map(quoted)))
  .map((parts) => parts.join(''));
const field = fc.oneof(
  { weight: 5, arbitrary: column },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom('facts', 'facts', 'tags'), fc.array(step, { minLength: 1, maxLength: 3 }))
      .map(([name, steps]) => name + steps.join('')),
  },
  { weight: 1, arbitrary: nasty.map(quoted) },
);
const item = fc
  .tuple(
    fc.constantFrom('', '', 'alias:'),
    field,
    fc.constantFrom(
      '',
      '',
      '',
      '::text',
      '::int',
      '::jsonb',
      '.count()',
      '.max()',
      '::text.min()::text',
      `::${MARK}`,
    ),
  )
  .map((parts) => parts.join(''));
const operator = fc.constantFrom(
  ...'eq neq gt gte lt lte like ilike isdistinct match imatch cs cd ov sl sr nxr nxl adj'.split(' '),
  ...'fts plfts phfts wfts fts(english) wfts(simple) eq(any) gt(all) like(any) ilike(all) match(any)'.split(
    ' ',
  ),
);
const literal = fc.oneof(
  fc.constantFrom('1', 'A1', '12.5', '{deep}', '{1,2}', '[100,300)', '{"depth":{}}', 'cat', ''),
  nasty,
  nasty.map((text) => `{${quoted(text)}}`),
);
const filter = fc
  .tuple(field, fc.constantFrom('', 'not.'), operator, literal)
  .map(([name, not, op, text]): [string, string] => [name, `${not}${op}.${text}`]);
const parameter = fc.oneof(
  { weight: 4, arbitrary: filter },
  fc
    .array(filter, { minLength: 1, maxLength: 3 })
    .map((filters): [string, string] => ['or', `(${filters.map((pair) => pair.join('.')).join(',')})`]),
  fc.tuple(
    fc.constant('select'),
    fc
      .array(fc.oneof(item, fc.constantFrom('*', 'n:count()')), { maxLength: 4 })
      .map((items) => items.join(',')),
  ),
  fc.tuple(fc.constant('order'), field),
  fc.tuple(fc.constantFrom('columns', 'on_conflict'), fc.oneof(column, fc.constant('id,code'), nasty)),
  fc.tuple(fc.constantFrom('limit', 'offset'), fc.nat(3).map(String)),
);
const row = fc.oneof(
  fc.record(
    {
      id: fc.oneof(fc.constantFrom(1, 2, 5), fc.integer({ min: 200, max: 999 })),
      code: fc.oneof(fc.constantFrom('A1', 'Z9'), nasty),
      size_m: fc.oneof(fc.nat(40), nasty),
      facts: fc.jsonValue(),
      tags: fc.array(nasty, { maxLength: 2 }),
      owner: fc.constantFrom('ann', 'bob'),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(nasty, fc.jsonValue(), { maxKeys: 2 }),
);
type Pairs = [string, string][];
const query: fc.Arbitrary<Pairs> = fc.oneof(
  { weight: 2, arbitrary: fc.array(parameter, { maxLength: 4 }) },
  // Those that fit, so that many requests get as far as rows.
  fc.constantFrom<Pairs[]>(
    [],
    [['id', 'in.(1,2)']],
    [
      ['code', 'like(any).{A*,B*}'],
      ['select', 'id,label,facts->depth->>m'],
    ],
    [
      ['tags', 'ov.{deep}'],
      ['order', 'facts->depth->m.desc'],
      ['limit', '1'],
    ],
  ),
);
const request = fc.record({
  target: fc.constantFrom(
    '/berths',
    '/berths',
    '/berths',
    '/small_berths',
    '/visits',
    '/inbox',
    '/rpc/rename_all',
  ),
  method: fc.constantFrom('GET', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE'),
  query,
  body: fc.oneof(row, fc.array(row, { maxLength: 3 }), fc.constant({ p_suffix: MARK })),
  prefer: fc.subarray([
    'return=representation',
    'resolution=merge-duplicates',
    'missing=default',
    'count=exact',
    'handling=strict',
    'max-affected=2',
    'timezone=Europe/Paris',
  ]),
  accept: fc.constantFrom(
    'application/json',
    'application/json',
    'application/vnd.pgrst.object+json',
    'application/vnd.pgrst.array+json;nulls=stripped',
    'text/csv',
    'application/vnd.pgrst.plan+json',
  ),
});

const RUNS = Number(process.env['DATA_API_FUZZ_RUNS'] ?? 1_000);

test(
  `${RUNS} random changes and reads: never a 5xx, nothing of others, and no value ever becomes SQL`,
  { timeout: 30_000 + RUNS * 60 },
  async () => {
    let answered = 0;
    await fc.assert(
      fc.asyncProperty(request, async ({ target, method, query, body, prefer, accept }) => {
        statements.length = 0;
        const text = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
        const answer = await dock.ask(`${target}?${text}`, {
          method,
          body: method === 'GET' || method === 'DELETE' ? undefined : body,
          headers: { prefer: ['tx=rollback', ...prefer].join(', '), accept },
        });
        expect(answer.status, `${answer.body}\n${JSON.stringify(statements)}`).toBeLessThan(500);
        expect(answer.body).not.toContain('of bob');
        if (answer.status < 300) answered += 1;
        for (const { sql, params } of statements) {
          const withoutNames = sql.replace(/"(?:[^"]|"")*"/g, '');
          expect(withoutNames).not.toContain(MARK);
          const numbers = [...withoutNames.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
          expect(Math.max(0, ...numbers)).toBe(params.length);
        }
      }),
      { numRuns: RUNS },
    );
    expect(answered).toBeGreaterThan(RUNS / 10);
    const headers = { prefer: 'count=exact' };
    expect((await dock.ask('/berths', { headers })).headers['Content-Range']).toBe('0-3/4');
    expect((await dock.ask('/berths?select=notes', { as: BOB })).json).toEqual([{ notes: 'of bob' }]);
  },
);
