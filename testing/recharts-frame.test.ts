import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { RECHARTS_STAND_INS } from '../vite.config.ts';

/** The files of Recharts as the browser build reads them. */
const ES6 = fileURLToPath(new URL('.', import.meta.resolve('recharts').replace('/lib/', '/es6/')));
const files = readdirSync(ES6, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({ path: join(ES6, name), code: readFileSync(join(ES6, name), 'utf8') }));

/** Names that a file takes from a module, 'default' for its own; '*' for all of it. */
function namesFrom(code: string, id: string): string[] {
  const pattern = new RegExp(
    `(?:import|export)\\s+(?:\\*\\s+as\\s+(\\w+)|\\{([^}]*)\\}|\\w+)\\s+from\\s+'${id}'`,
    'g',
  );
  return [...code.matchAll(pattern)].flatMap(([, whole, list]) =>
    whole !== undefined
      ? ['*']
      : list === undefined
        ? ['default']
        : list.split(',').map((name) => (name.trim().split(' as ')[0] ?? '').trim()),
  );
}

it.each(RECHARTS_STAND_INS)(
  '$id is still what the installed Recharts imports, and all it imports of it is there',
  async ({ id, by, file }) => {
    const importers = files.filter(({ path, code }) => by.test(path) && code.includes(`from '${id}'`));
    expect(importers.length).toBeGreaterThan(0);
    const standIn = (await import(file)) as Record<string, unknown>;
    for (const { code } of importers)
      for (const name of namesFrom(code, id).filter((name) => name !== '*'))
        expect(Object.keys(standIn)).toContain(name);
  },
);

it('knows every scale that our axes ask for', async () => {
  const scales = RECHARTS_STAND_INS.find(({ id }) => id.endsWith('d3-scale'));
  const names = Object.keys((await import(scales?.file ?? '')) as object);
  expect(names).toEqual(expect.arrayContaining(['scaleLinear', 'scaleLog']));
});
