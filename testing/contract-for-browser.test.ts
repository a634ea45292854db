import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { expect, it } from 'vitest';
import { withUnusedSchemasMarked } from '../vite.config.ts';

const CONTRACT = fileURLToPath(new URL('../contract/', import.meta.url));
const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(CONTRACT, name));
/** Without types and marks. */
const code = async (source: string) =>
  (await transform(source, { loader: 'ts' })).code.replaceAll('/* @__PURE__ */ ', '');

it('marks what makes a schema, and nothing in comments, texts and types', () => {
  expect(
    withUnusedSchemasMarked(
      [
        'const a = z.object({ b: z.string().nullable(), c: other.optional() });',
        "/* z.int() */ const d = 'z.int()'; // z.guid()",
        'export type A = z.infer<typeof a>;',
        "export const v = defineView('v', a.extend({ e: z\n  .int() }));",
      ].join('\n'),
    ),
  ).toBe(
    [
      'const a = /* @__PURE__ */ z.object({ b: /* @__PURE__ */ z.string().nullable(), c: /* @__PURE__ */ other.optional() });',
      "/* z.int() */ const d = 'z.int()'; // z.guid()",
      'export type A = z.infer<typeof a>;',
      "export const v = /* @__PURE__ */ defineView('v', /* @__PURE__ */ a.extend({ e: /* @__PURE__ */ z\n  .int() }));",
    ].join('\n'),
  );
});

it('changes nothing else of any module of the contract', async () => {
  expect(files.length).toBeGreaterThan(60);
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    expect(await code(withUnusedSchemasMarked(source)), file).toBe(await code(source));
  }
});

it('leaves out what nobody reads', async () => {
  const made = await build({
    stdin: { contents: `export { signInSchema } from '#contract/auth.ts';`, resolveDir: CONTRACT },
    bundle: true,
    format: 'esm',
    write: false,
    external: ['zod'],
    plugins: [
      {
        name: 'marked',
        setup: (on) => {
          on.onLoad({ filter: /[\\/]contract[\\/].*\.ts$/ }, ({ path }) => ({
            contents: withUnusedSchemasMarked(readFileSync(path, 'utf8')),
            loader: 'ts',
          }));
        },
      },
    ],
  });
  const text = made.outputFiles[0]?.text ?? '';
  expect(text).toContain('Enter your password.');
  expect(text).not.toMatch(/token_id|revoked_tokens|client_id/);
});
