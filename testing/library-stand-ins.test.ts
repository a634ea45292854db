import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LIBRARY_STAND_INS } from '../vite.config.ts';

/** The files of query cache and router as the browser build reads them. */
const MODULES = fileURLToPath(new URL('../node_modules/@tanstack/', import.meta.url));
const files = ['query-core/build/modern', 'router-core/dist/esm']
  .flatMap((folder) => readdirSync(join(MODULES, folder)).map((name) => join(MODULES, folder, name)))
  .filter((path) => path.endsWith('.js'))
  .map((path) => ({ path, code: readFileSync(path, 'utf8') }));

it.each(LIBRARY_STAND_INS)(
  '$id is still what one installed file imports, and all it imports of it is there',
  async ({ id, by, file }) => {
    const importers = files.filter(({ path, code }) => by.test(path) && code.includes(`from "${id}"`));
    expect(importers.map(({ path }) => path)).toHaveLength(1);
    const list = new RegExp(`import \\{([^}]*)\\} from "${id.replaceAll('.', '\\.')}"`).exec(
      importers[0]?.code ?? '',
    )?.[1];
    const names = (list ?? '').split(',').map((name) => name.trim());
    expect(Object.keys((await import(file)) as object)).toEqual(expect.arrayContaining(names));
  },
);

it('finds the one file that makes the first mutation, where the real class is made known', () => {
  const makers = files.filter(({ code }) => /getMutationCache\(\)\.build\(/.test(code));
  expect(makers.map(({ path }) => path.replace(/.*\//, ''))).toEqual(['mutationObserver.js']);
  expect(makers[0]?.code).toContain('from "./mutation.js"');
});

it('reads no view page after page with an infinite query', () => {
  const src = fileURLToPath(new URL('../src/', import.meta.url));
  const users = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) =>
      /use\w*InfiniteQuer|infiniteQueryOptions|fetchInfinite/.test(readFileSync(join(src, name), 'utf8')),
    );
  expect(users).toEqual([]);
});
