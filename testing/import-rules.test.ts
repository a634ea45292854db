import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const { FOLDERS } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as {
  FOLDERS: Record<string, string[]>;
};

const foldersOf = (folder: string) =>
  readdirSync(`${root}${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name);

/** Folders that hold no TypeScript of ours. */
const NOT_CODE = [
  'node_modules',
  'dist',
  'docs',
  'public',
  'scripts',
  'test-results',
  'playwright-report',
  'coverage',
];

describe('import rules', () => {
  it('have a line for every folder, and none for a folder that is gone', () => {
    const top = foldersOf('').filter((name) => !NOT_CODE.includes(name) && name !== 'server');
    const programs = foldersOf('server').map((name) => `server/${name}`);
    expect(Object.keys(FOLDERS).sort()).toEqual([...top, ...programs].sort());
  });

  it('name only folders that exist', () => {
    const known = Object.keys(FOLDERS);
    for (const [folder, allowed] of Object.entries(FOLDERS))
      for (const name of allowed) expect(known, `${folder} -> ${name}`).toContain(name);
  });
});
