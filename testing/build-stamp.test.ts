import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const script: string = '../scripts/build.mjs';
const { stampOf } = (await import(script)) as {
  stampOf: (part: 'node' | 'web', from: string, folder: string) => string;
};
const folder = mkdtempSync(join(tmpdir(), 'yardstick-stamp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, content: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
};

it.each([
  ['web', 'dist/web/index.html'],
  ['web', 'dist/web/parts.json'],
  ['node', 'dist/server/main.js'],
  ['node', 'dist/worker/agent.js'],
] as const)('what was built of %s is built again where %s is another or gone', (part, file) => {
  write(file, 'as built');
  const built = stampOf(part, 'sources', folder);
  expect(stampOf(part, 'sources', folder)).toBe(built);
  expect(stampOf(part, 'other sources', folder)).not.toBe(built);
  write(file, 'by other means');
  expect(stampOf(part, 'sources', folder)).not.toBe(built);
  rmSync(join(folder, file));
  expect(stampOf(part, 'sources', folder)).not.toBe(built);
  write(file, 'as built');
  expect(stampOf(part, 'sources', folder)).toBe(built);
});
