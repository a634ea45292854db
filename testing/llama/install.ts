import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = new URL('../../.cache/llama/', import.meta.url);
/** In a folder of its own: a package.json beside these sources would cut them off from the `#` imports. */
const PACKAGE = new URL('engine-package/', import.meta.url);
const MANIFESTS = ['package.json', 'package-lock.json'] as const;
const INSTALL_TIMEOUT_MS = 180_000;

/** True where the pinned prebuilt engine runs. */
export const isLlamaSupported = process.platform === 'linux' && process.arch === 'x64';

/**
 * Installs the pinned node-llama-cpp (83 MB, CPU only) under `.cache/llama/` once per lockfile and returns the URL of
 * its module. It stays out of the main package.json because a plain install brings 732 MB of GPU builds.
 * Throws on another platform than linux-x64, and when npm fails.
 */
export async function installLlama(): Promise<URL> {
  if (!isLlamaSupported) {
    throw new Error(`the llama.cpp test engine needs linux-x64; this is ${process.platform}-${process.arch}`);
  }
  const lock = await readFile(new URL('package-lock.json', PACKAGE));
  const folder = new URL(`${createHash('sha256').update(lock).digest('hex').slice(0, 12)}/`, CACHE);
  const module = new URL('node_modules/node-llama-cpp/dist/index.js', folder);
  if (await exists(module)) return module;

  // Complete or not there: test files that install at the same time each make their own and one rename wins.
  const draft = new URL(`draft-${randomUUID()}/`, CACHE);
  await mkdir(draft, { recursive: true });
  try {
    for (const name of MANIFESTS) await copyFile(new URL(name, PACKAGE), new URL(name, draft));
    await run('npm', ['ci', '--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: fileURLToPath(draft),
      env: { ...process.env, NODE_LLAMA_CPP_SKIP_DOWNLOAD: 'true' },
      timeout: INSTALL_TIMEOUT_MS,
    });
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await exists(module))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return module;
}

function exists(url: URL): Promise<boolean> {
  return stat(url).then(
    () => true,
    () => false,
  );
}
