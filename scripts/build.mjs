// Builds what ships: the SPA (dist/web), the control plane and the sizer (dist/server) and the worker's three programs (dist/worker).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { checkNode, ensureInstalled, root, run } from './setup.mjs';

const WEB_INPUTS = [
  'src',
  'public',
  'contract',
  'lib',
  'index.html',
  'vite.config.ts',
  'tailwind.config.ts',
  'package-lock.json',
];
const NODE_INPUTS = [
  'server',
  'worker',
  'db',
  'catalog',
  'contract',
  'lib',
  'package-lock.json',
  'scripts/build.mjs',
];

/** What each part of a build leaves, by which one tells that it still stands there: programs, and the pages' list of parts. */
const OUTPUTS = {
  node: ['dist/server', 'dist/worker'],
  web: ['dist/web/index.html', 'dist/web/parts.json'],
};

/** Digest of names, sizes and contents below the given paths; tests do not count. */
function digestOf(inputs, folder = root) {
  const hash = createHash('sha256');
  const visit = (file) => {
    if (!existsSync(file)) return;
    if (statSync(file).isDirectory()) {
      for (const name of readdirSync(file).sort()) if (name !== 'node_modules') visit(path.join(file, name));
    } else if (!/\.test\.tsx?$|route-tree\.gen\.ts$/.test(file)) {
      hash.update(path.relative(folder, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  };
  for (const input of inputs) visit(path.join(folder, input));
  return hash.digest('hex');
}

/** What is noted of a part once it is built: what it was built from, and what stands there; it may be removed or built by other means. */
export const stampOf = (part, from, folder = root) => `${from} ${digestOf(OUTPUTS[part], folder)}`;

const COMMON = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
  absWorkingDir: root,
};

/**
 * The commit that a folder is a checkout of, `…-dirty` where files differ from it; YARDSTICK_COMMIT says it where there
 * is no git, as in an image. Null where nobody knows: a copy inside somebody else's checkout is not that commit.
 */
export function commitOf(folder, env = process.env) {
  if (env.YARDSTICK_COMMIT) return env.YARDSTICK_COMMIT;
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', timeout: 10_000 });
    return status === 0 ? stdout.trim() : '';
  };
  const top = git('rev-parse', '--show-toplevel');
  if (top === '' || realpathSync(top) !== realpathSync(folder)) return null;
  return git('describe', '--always', '--dirty', '--abbrev=40', '--exclude=*') || null;
}

/** What a program that is built with it says it was built from (server/main/built-from.ts). */
export const buildConstants = (commit) => ({ BUILT_FROM_COMMIT: JSON.stringify(commit) });

async function bundle(commit) {
  const { build } = await import('esbuild');
  await build({
    ...COMMON,
    entryPoints: {
      main: 'server/main/main.ts',
      'data-api': 'server/main/data-api.ts',
      sizer: 'server/sizer/main.ts',
      'sizer-thread': 'server/sizer/thread.ts',
      'pglite-thread': 'server/database/pglite/thread.ts',
    },
    outdir: 'dist/server',
    packages: 'external',
    define: buildConstants(commit),
  });
  // The sizer's trained model lies beside its program.
  copyFileSync(
    path.join(root, 'server/sizer/calibration/artifact.json'),
    path.join(root, 'dist/server/sizer-artifact.json'),
  );
  await bundleWorker(path.join(root, 'dist/worker'));
}

/** The worker's programs and their manifest, in a folder. */
export async function bundleWorker(folder) {
  const { build } = await import('esbuild');
  await build({
    ...COMMON,
    entryPoints: {
      agent: 'worker/agent/main.ts',
      'bench-llm': 'worker/bench/main.ts',
      engine: 'worker/engine/main.ts',
    },
    outdir: folder,
    // One file each that runs with Node alone; packages written for CommonJS ask for require.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  writeManifest(folder, ['agent.js', 'bench-llm.js', 'engine.js']);
}

/** Makes the programs a package set: a tag that names version and content, and each file's size and SHA-256. */
function writeManifest(folder, names) {
  const files = names.map((name) => {
    const content = readFileSync(path.join(folder, name));
    return { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const digest = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  const manifest = { tag: `worker-${version}-${digest.slice(0, 12)}`, files };
  writeFileSync(path.join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Puts a `.br` beside each script and style sheet: at the quality that nobody waits for on a request, an eighth smaller
 * than what the server would write then. It sends these; other hosts may.
 */
async function compressAssets(folder) {
  const files = readdirSync(folder).filter((file) => /\.(?:js|css)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(path.join(folder, file));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      writeFileSync(path.join(folder, `${file}.br`), await promisify(brotliCompress)(content, { params }));
    }),
  );
}

/** Builds the parts whose sources changed since the last build; answers which. */
export async function ensureBuilt({ force = false, parts = ['node', 'web'] } = {}) {
  const built = [];
  const stamp = (part) => path.join(root, 'dist', `.${part}.sha256`);
  const isFresh = (part, digest) =>
    !force && existsSync(stamp(part)) && readFileSync(stamp(part), 'utf8') === stampOf(part, digest);
  const commit = commitOf(root);
  const nodeDigest = `${digestOf(NODE_INPUTS)} ${commit ?? ''}`;
  if (parts.includes('node') && !isFresh('node', nodeDigest)) {
    console.log('Building the server and the worker …');
    await bundle(commit);
    mkdirSync(path.join(root, 'dist'), { recursive: true });
    writeFileSync(stamp('node'), stampOf('node', nodeDigest));
    built.push('node');
  }
  const webDigest = digestOf(WEB_INPUTS);
  if (parts.includes('web') && !isFresh('web', webDigest)) {
    console.log('Building the web pages …');
    run('npx', ['vite', 'build', '--logLevel', 'warn']);
    await compressAssets(path.join(root, 'dist/web/assets'));
    writeFileSync(stamp('web'), stampOf('web', webDigest));
    built.push('web');
  }
  return built;
}

if (process.argv[1] && path.resolve(process.argv[1]) === path.join(root, 'scripts', 'build.mjs')) {
  checkNode();
  ensureInstalled();
  const parts = ['node', 'web'].filter((part) => process.argv.includes(part));
  const built = await ensureBuilt({
    force: process.argv.includes('--force'),
    ...(parts.length > 0 ? { parts } : {}),
  });
  console.log(built.length === 0 ? 'Nothing to build: dist/ is up to date.' : `Built: ${built.join(', ')}.`);
}
