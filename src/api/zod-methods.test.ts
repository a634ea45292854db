import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config, type z } from 'zod';
import { messageOf } from './zod-setup.ts';
import { z as small } from './zod-methods.ts';

/**
 * The stand-in against zod itself: every schema that the contract and the pages export, made by both from the same
 * files, reads the same values and finds the same issues.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SMALL = fileURLToPath(new URL('./zod-methods.ts', import.meta.url));
const out = mkdtempSync(join(tmpdir(), 'yardstick-zod-'));
// All copies of zod in a process share their settings.
const { localeError } = config();
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
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|zod-methods/.test(file));
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
}, 60_000);

it('has everything of zod that is written anywhere', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bz\.([a-z]\w+)[(.]/g)].map((match) => match[1] ?? ''),
  );
  // In a comment of contract/auth.ts.
  const missing = [...new Set(names)].filter((name) => !(name in small) && !['core', 'email'].includes(name));
  expect(missing).toEqual([]);
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
}, 60_000);
