import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { builtFrom } from './built-from.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'yardstick-built-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 10_000,
  }).trim();

/** What the build says about a folder, and what a program says that was built so. */
function told(where: string, commit = ''): [string | null, string | null] {
  const script = `
    const { commitOf, buildConstants } = await import('./scripts/build.mjs');
    const { build } = await import('esbuild');
    const commit = commitOf(process.argv[1]);
    const made = await build({ entryPoints: ['server/main/built-from.ts'], bundle: true, format: 'esm', write: false, define: buildConstants(commit) });
    const program = await import('data:text/javascript,' + encodeURIComponent(made.outputFiles[0].text));
    console.log(JSON.stringify([commit, program.builtFrom]));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script, where], {
    cwd: root,
    env: { ...process.env, YARDSTICK_COMMIT: commit },
    encoding: 'utf8',
    timeout: 30_000,
  });
  return JSON.parse(answer) as [string | null, string | null];
}

it('says what a program was built from, and nothing where nobody knows', () => {
  expect(builtFrom).toBeNull();
  expect(told(folder)).toEqual([null, null]);

  git('init', '--quiet');
  writeFileSync(join(folder, 'a.txt'), 'a');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  const head = git('rev-parse', 'HEAD');
  expect(head).toMatch(/^[0-9a-f]{40}$/);
  git('tag', '--annotate', '--message', 'named', 'v9');
  expect(told(folder)).toEqual([head, head]);

  writeFileSync(join(folder, 'a.txt'), 'b');
  expect(told(folder)).toEqual([`${head}-dirty`, `${head}-dirty`]);

  // Unpacked inside another checkout.
  mkdirSync(join(folder, 'copy'));
  expect(told(join(folder, 'copy'))).toEqual([null, null]);
  expect(told(join(folder, 'copy'), 'abc123')).toEqual(['abc123', 'abc123']);
}, 60_000);
