import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Programs that tests start again and again, and their names in the folder. */
const PROGRAMS = {
  'server/main/main.ts': 'main',
  'server/database/pglite/thread.ts': 'pglite-thread',
  'worker/bench/main.ts': 'bench-llm',
} as const;

/**
 * Arguments for Node that start a program of this repository: as one file when the run has bundled them, else from
 * source. From source, the control plane spends 2 s of CPU on its start, and 0.4 s as one file.
 */
export function programArgs(
  source: Exclude<keyof typeof PROGRAMS, 'server/database/pglite/thread.ts'>,
): string[] {
  const folder = process.env['TEST_PROGRAMS'];
  if (folder === undefined) return ['--import', 'tsx', join(root, source)];
  return [join(folder, `${PROGRAMS[source]}.js`)];
}

/** The embedded database's thread as one file, when the run has bundled it: from source it compiles at every opening. */
export function bundledThread(): { threadUrl?: URL } {
  const folder = process.env['TEST_PROGRAMS'];
  return folder === undefined ? {} : { threadUrl: pathToFileURL(join(folder, 'pglite-thread.js')) };
}

/** Bundles the programs as they ship, into a folder of this run; answers how to remove it. */
export async function bundlePrograms(): Promise<() => void> {
  const dist = join(root, 'dist');
  mkdirSync(dist, { recursive: true });
  // Two below the root, as dist/server is: the programs look for `db/` and package.json from there.
  const folder = mkdtempSync(join(dist, 'test-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(PROGRAMS).map(([source, name]) => [name, source])),
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
  });
  process.env['TEST_PROGRAMS'] = folder;
  return remove;
}
