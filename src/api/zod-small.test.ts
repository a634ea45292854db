import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { zodResolver } from '@hookform/resolvers/zod';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config, z } from 'zod';
import { messageOf } from './zod-setup.ts';
import { config as configSmall, z as small } from './zod-small.ts';

/**
 * The stand-in against zod itself: every schema that the contract and the pages export, made by both from the same
 * files, reads the same values and finds the same issues.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SMALL = fileURLToPath(new URL('./zod-small.ts', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'yardstick-zod-'));
// All copies of zod in a process share their settings.
const { localeError } = config();
configSmall({ localeError: messageOf });
afterAll(() => {
  rmSync(out, { recursive: true, force: true });
  config({ localeError });
});

const files = ['contract', 'lib', 'src']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(ROOT, folder, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|api.zod./.test(file));
const users = files.filter((file) => /^import \{ z \} from 'zod'/m.test(readFileSync(file, 'utf8')));

type Schemas = Record<string, z.ZodType>;

/** Every module that makes schemas, in one file, with zod as it is or as it is built. */
async function schemasWith(name: string, zod: string | null): Promise<Schemas> {
  const entry = join(out, `${name}.ts`);
  const exports = users.map((file, index) => `export * as m${index} from ${JSON.stringify(file)};`);
  writeFileSync(entry, [...exports, `export { config } from 'zod';`].join('\n'));
  const outfile = join(out, `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    absWorkingDir: ROOT,
    nodePaths: [join(ROOT, 'node_modules')],
    plugins:
      zod === null
        ? []
        : [
            {
              name: 'zod',
              setup: (made) => {
                made.onResolve({ filter: /^zod$/ }, () => ({ path: zod }));
              },
            },
          ],
    jsx: 'automatic',
    logLevel: 'error',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
  const made = (await import(pathToFileURL(outfile).href)) as Record<string, Record<string, unknown>>;
  (made['config'] as unknown as (change: object) => void)({ localeError: messageOf });
  return Object.fromEntries(
    users.flatMap((file, index) =>
      Object.entries(made[`m${index}`] ?? {}).flatMap(([key, value]) =>
        schemasIn(`${relative(ROOT, file)} ${key}`, value),
      ),
    ),
  );
}

/** A schema, or those of a view or procedure. */
function schemasIn(name: string, value: unknown): [string, z.ZodType][] {
  if (typeof value !== 'object' || value === null) return [];
  if ('_zod' in value) return [[name, value as z.ZodType]];
  return ['row', 'params', 'returns'].flatMap((key) =>
    key in value ? schemasIn(`${name}.${key}`, (value as Record<string, unknown>)[key]) : [],
  );
}

const JUNK = [
  undefined,
  null,
  '',
  ' a ',
  'abc',
  '12',
  0,
  -1,
  1.5,
  7,
  2 ** 40,
  2 ** 53,
  -(2 ** 53),
  NaN,
  Infinity,
  true,
  [],
  ['x'],
  {},
  { a: 1 },
];
const GUID = '0198b1f2-aaaa-4bbb-8ccc-0123456789ab';

/** Values that a schema may take, and here and there one that it may not. */
function valuesFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const right = rightFor(schema);
  return fc.oneof({ weight: 24, arbitrary: right }, { weight: 1, arbitrary: fc.constantFrom(...JUNK) });
}

/** What no schema of today reads, made by both. */
const own = small as unknown as typeof z;
const MADE: Record<string, (zod: typeof z) => z.ZodType> = {
  text: (zod) =>
    zod
      .string()
      .trim()
      .min(2)
      .max(4, 'Too long for a name')
      .length(3)
      .regex(/^[a-c]+$/g),
  'text of many words': (zod) => zod.string({ error: 'A text.' }).min(1, { error: 'Say something.' }),
  guid: (zod) => zod.guid('No id.'),
  url: (zod) => zod.url(),
  'address of a server': (zod) => zod.url({ protocol: /^https?$/, error: 'Enter an address.' }),
  'other protocol': (zod) => zod.url({ protocol: /^ftp$/ }),
  number: (zod) => zod.number().min(-1).max(2).positive('More, please.').nonnegative(),
  whole: (zod) => zod.int().min(0),
  'whole by method': (zod) => zod.number().int().max(9),
  int32: (zod) => zod.int32(),
  coerced: (zod) => zod.coerce.number().int().min(1).max(500).default(50),
  boolean: (zod) => zod.boolean().optional().default(true),
  literal: (zod) => zod.union([zod.literal(Number.NaN), zod.literal(0)]),
  enum: (zod) => zod.enum(['a', 'b', 'x'], { error: 'One of three.' }).exclude(['x']).catch('b'),
  list: (zod) =>
    zod
      .array(zod.int())
      .min(1)
      .max(3, 'Three at most.')
      .refine((all) => all.length !== 2),
  'list of an exact length': (zod) => zod.string().array().length(2),
  shape: (zod) =>
    zod
      .object({
        a: zod.string().optional(),
        b: zod.unknown(),
        c: zod.int().default(3),
        d: zod.string().nullish().catch(null),
        e: zod.number().default(1).optional(),
        constructor: zod.string().optional(),
      })
      .refine((whole) => whole.c !== 4, { error: 'Not four.', path: ['c'] })
      .superRefine((whole, context) => {
        if (whole.a === 'x') context.addIssue({ code: 'custom', message: 'Not x.', path: ['a'] });
        if (whole.a === 'x') context.addIssue('Never x.');
      }),
  loose: (zod) => zod.looseObject({ a: zod.string() }).extend({ b: zod.int().optional() }),
  strict: (zod) => zod.object({ a: zod.int(), b: zod.int() }).pick({ a: true }).strict(),
  left: (zod) => zod.object({ a: zod.int(), b: zod.int() }).omit({ a: true }).partial(),
  strip: (zod) => zod.object({ a: zod.int() }).strict().strip(),
  record: (zod) => zod.record(zod.string().min(2), zod.number().catch(0)).default({}),
  union: (zod) => zod.union([zod.string().min(3), zod.object({ a: zod.int() })], { error: 'Neither.' }),
  'optional union': (zod) => zod.object({ a: zod.union([zod.string().optional(), zod.int().default(1)]) }),
  kinds: (zod) =>
    zod.discriminatedUnion('a', [
      zod.object({ a: zod.literal('x'), b: zod.int() }),
      zod.object({ a: zod.enum(['y', 'abc']) }),
    ]),
  custom: (zod) =>
    zod.custom<string>((value) => value === 'abc', 'Only abc.').transform((text) => `${text}1`),
  change: (zod) =>
    zod.string().transform((text, context) => {
      if (text !== '') return Number(text);
      context.addIssue({ code: 'custom', message: 'Nothing.' });
      return zod.NEVER;
    }),
  pipe: (zod) =>
    zod.object({ a: zod.unknown() }).strict().transform(Object.keys).pipe(zod.array(zod.string()).max(1)),
  'default that is made': (zod) => zod.array(zod.int()).default(() => [1]),
};
const ODD: unknown[] = [
  -0,
  -Infinity,
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  -(2 ** 60),
  1e-9,
  'abc',
  'abca',
  '  aa  ',
  '\u{1F600}\u{1F600}\u{1F600}',
  '\uD83D\uD83D',
  '0198b1f2-aaaa-0bbb-0ccc-0123456789ab',
  '0198B1F2-AAAA-4BBB-8CCC-0123456789AB',
  '{0198b1f2-aaaa-4bbb-8ccc-0123456789ab}',
  '0198b1f2-aaaa-4bbb-8ccc-0123456789ab\n',
  '00000000-0000-0000-0000-000000000000',
  'https:/a.b',
  'https:a.b',
  'HTTPS://a.b',
  'http://[::1]:80/v1',
  'http://',
  'http://exa\nmple.com\t',
  'javascript:alert(1)',
  'ftp://a/b',
  '//a.b',
  ['a', 'b'],
  [1, 2],
  [1, 2, 3, 4, 'x'],
  [1.5, 'x', null],
  new Array(2),
  { length: 3 },
  { a: 'x', c: 4 },
  { a: 1, b: 'x', e: undefined, c: undefined, d: undefined },
  { a: 'y' },
  { a: undefined, toString: 1 },
  { a: 1, more: 2, other: 3 },
  { ab: 'x', a: 1 },
  { constructor: 'x', d: 4, e: null },
  JSON.parse('{"__proto__":{"a":1},"b":2}'),
  JSON.parse('{"a":1,"__proto__":{"a":1}}'),
  Object.create(null, { ab: { value: 1, enumerable: true } }),
  Object.create({ a: 'of the prototype', b: 5 }),
  new Date(0),
  new Map(),
  () => 1,
  1n,
  Symbol.iterator,
];

/** The parts of the definitions of all kinds of schemas. */
interface AnyDef {
  readonly type: string;
  readonly checks?: readonly z.core.$ZodCheck[];
  readonly element: z.ZodType;
  readonly valueType: z.ZodType;
  readonly shape: Record<string, z.ZodType>;
  readonly options: readonly z.ZodType[];
  readonly innerType: z.ZodType;
  readonly in: z.ZodType;
}

function rightFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const def = schema.def as unknown as AnyDef;
  switch (def.type) {
    case 'string': {
      const patterns = [...(def.checks ?? []), schema as unknown as z.core.$ZodCheck].flatMap(
        (check) => (check._zod.def as { pattern?: RegExp }).pattern ?? [],
      );
      return fc.oneof(
        fc.string({ maxLength: 12, unit: 'grapheme' }),
        fc.constantFrom(
          GUID,
          'http://127.0.0.1:8000',
          ' https://a.b/c\n',
          'http:a',
          'ftp://x',
          'a'.repeat(64),
          'a'.repeat(300),
          'm@x.y',
        ),
        ...patterns.map((pattern) => fc.stringMatching(pattern)),
      );
    }
    case 'number':
      return fc.oneof(
        fc.integer({ min: -3, max: 5000 }),
        fc.double(),
        fc.constantFrom(0, 1, 2 ** 31, 1e6, '5', ''),
      );
    case 'boolean':
      return fc.boolean();
    case 'enum':
    case 'literal':
      return fc.constantFrom(...(schema._zod.values ?? []));
    case 'array':
      return fc.array(valuesFor(def.element), { maxLength: 4 });
    case 'record':
      return fc.dictionary(
        fc.oneof(fc.string({ maxLength: 4 }), fc.constant('__proto__')),
        valuesFor(def.valueType),
        { maxKeys: 3 },
      );
    case 'object': {
      const shape = Object.entries(def.shape);
      const parts = Object.fromEntries(shape.map(([key, part]) => [key, valuesFor(part)]));
      const whole = fc.record(parts);
      return fc.oneof(
        { weight: 6, arbitrary: whole },
        { weight: 1, arbitrary: fc.record(parts, { requiredKeys: [] }) },
        { weight: 1, arbitrary: whole.map((value) => ({ ...value, more: 1 })) },
      );
    }
    case 'union':
      return fc.oneof(...def.options.map(rightFor));
    case 'optional':
      return fc.oneof(
        { weight: 4, arbitrary: rightFor(def.innerType) },
        { weight: 1, arbitrary: fc.constant(undefined) },
      );
    case 'nullable':
      return fc.oneof(
        { weight: 4, arbitrary: rightFor(def.innerType) },
        { weight: 1, arbitrary: fc.constant(null) },
      );
    case 'default':
    case 'catch':
      return rightFor(def.innerType);
    case 'pipe':
      return rightFor(def.in);
    default:
      return fc.constantFrom(...JUNK);
  }
}

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly object[] } | undefined;
}

/** All but zod's notes for programmers. */
function told(issues: readonly object[]): unknown[] {
  return issues.map((issue) =>
    Object.fromEntries(
      Object.entries(issue as Record<string, unknown>)
        .filter(([key]) => key !== 'note' && key !== 'pattern')
        .map(([key, value]) => [key, key === 'errors' ? (value as object[][]).map(told) : value]),
    ),
  );
}

const outcome = ({ success, data, error }: Outcome) =>
  success ? { data, keys: JSON.stringify(data) } : { issues: told(error?.issues ?? []) };

let [real, ours]: Schemas[] = [{}, {}];
beforeAll(async () => {
  [real, ours] = await Promise.all([schemasWith('zod', null), schemasWith('small', SMALL)]);
}, 120_000);

it('has everything of zod that is written anywhere', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bz\.([a-z]\w+)[(.]/g)].map((match) => match[1] ?? ''),
  );
  // In a comment of contract/auth.ts.
  const missing = [...new Set(names)].filter((name) => !(name in small) && !['core', 'email'].includes(name));
  expect(missing).toEqual([]);
});

it('has every method of zod that is written on a schema', () => {
  const methods = (zod: typeof z) =>
    new Set(
      [
        zod.string(),
        zod.int(),
        zod.enum(['a']),
        zod.object({}),
        zod.array(zod.int()),
        zod.int().nullable(),
        zod.int().default(1),
      ].flatMap((schema) => {
        const names: string[] = [];
        for (let on: unknown = schema; on !== Object.prototype; on = Object.getPrototypeOf(on))
          names.push(...Object.getOwnPropertyNames(on));
        return names;
      }),
    );
  const [all, ours] = [methods(z), methods(own)];
  const plain = new Set(
    [String, Array, Set, Map, Promise, RegExp, Object, Date].flatMap((kind) =>
      Object.getOwnPropertyNames(kind.prototype),
    ),
  );
  const written = users.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?<!\bz)\.([a-z]\w*)\(/gi)].map((match) => match[1] ?? ''),
  );
  const used = [...new Set(written)].filter((name) => all.has(name) && !plain.has(name) && !(name in small));
  expect(used.length).toBeGreaterThan(15);
  expect(used.filter((name) => !ours.has(name))).toEqual([]);
});

it.each(Object.entries(MADE))('reads every part as zod does: %s', (_name, make) => {
  const [theirs, mine] = [make(z), make(own)];
  for (const value of [...JUNK, ...ODD]) {
    const expected = outcome(theirs.safeParse(value, { error: (issue) => messageOf(issue) }));
    expect(outcome(mine.safeParse(value)), inspect(value)).toEqual(expected);
  }
});

it('tells kinds of schemas apart as zod does', () => {
  const kinds = (zod: typeof z) =>
    [
      zod.string(),
      zod.guid(),
      zod.url(),
      zod.int(),
      zod.number().min(1),
      zod.enum(['a']),
      zod.int().nullable(),
    ].map((schema) =>
      [zod.ZodString, zod.ZodNumber, zod.ZodEnum, zod.ZodNullable].map((kind) => schema instanceof kind),
    );
  expect(kinds(own)).toEqual(kinds(z));
  expect(own.enum(['a', 'b']).options).toEqual(['a', 'b']);
  const inner = own.int();
  expect(own.object({ a: inner.nullish() }).shape.a.unwrap().unwrap()).toBe(inner);
});

it('throws what the resolver of forms and its readers know', async () => {
  const values = { a: 'x', b: 1 };
  const form = (zod: typeof z) =>
    zodResolver(zod.object({ a: zod.coerce.number(), b: zod.int().min(2, 'Two at least.') }));
  const options = { fields: {}, shouldUseNativeValidation: false };
  const told = await form(own)(values, undefined, options);
  expect(told).toEqual(await form(z)(values, undefined, options as never));
  expect(told.errors).toMatchObject({ b: { message: 'Two at least.', type: 'too_small' } });
  expect(await form(own)({ a: '3', b: 2 }, undefined, options as never)).toEqual({
    errors: {},
    values: { a: 3, b: 2 },
  });
  expect(() => own.guid().parse('x')).toThrow(/Not a valid guid/);
});

it('makes every schema that zod makes', () => {
  expect(Object.keys(real ?? {}).length).toBeGreaterThan(150);
  expect(Object.keys(ours ?? {})).toEqual(Object.keys(real ?? {}));
});

it('reads what zod reads, and finds what zod finds', () => {
  let [taken, refused] = [0, 0];
  for (const [name, schema] of Object.entries(real ?? {})) {
    const ownSchema = ours?.[name];
    if (ownSchema === undefined) throw new Error(`${name} is missing`);
    fc.assert(
      fc.property(valuesFor(schema), (value) => {
        const expected = outcome(schema.safeParse(structuredClone(value)));
        expect(outcome(ownSchema.safeParse(structuredClone(value)) as Outcome), name).toEqual(expected);
        if ('data' in expected) taken += 1;
        else refused += 1;
      }),
      { numRuns: 30 },
    );
  }
  // Neither side alone would say much.
  expect(Math.min(taken, refused)).toBeGreaterThan(1000);
}, 180_000);
