// What every command needs first: the right Node, the packages of the lock file, a browser and a PostgreSQL for the tests.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const MINIMUM_NODE = [20, 19];

/** Ends the program with one clear line. */
export function fail(message) {
  process.stderr.write(`yardstick: ${message}\n`);
  process.exit(2);
}

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor < MINIMUM_NODE[1])) {
    fail(`needs Node ${MINIMUM_NODE.join('.')} or newer; this is ${process.versions.node}.`);
  }
}

/** The environment without what only the server may know: a model server runs code of others. */
export function withoutServerSecrets(env) {
  const isSecret = (name) =>
    /^(JWT_|ENCRYPTION_KEY$|MINT_SECRET$|OIDC_CLIENT_SECRET$|DATABASE_|PG|SIZER_)/.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecret(name)));
}

/** Runs a program to its end; throws when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) throw result.error;
  if (result.status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${result.status ?? result.signal}`);
}

/** Installs the packages of package-lock.json unless exactly they are installed. */
export function ensureInstalled() {
  const digest = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  const stamp = path.join(root, 'node_modules', '.yardstick-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return false;
  console.log('Installing packages (npm ci) …');
  try {
    run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: process.platform === 'win32',
    });
  } catch {
    fail('npm ci failed; the lines above say why. Is the npm registry reachable?');
  }
  writeFileSync(stamp, digest);
  return true;
}

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

/** Makes sure of a Chromium: one on the machine, else Playwright's, else Debian's package when root. */
export function ensureBrowser() {
  const isOnMachine = () => [process.env.CHROMIUM_PATH, ...BROWSERS].some((file) => file && existsSync(file));
  if (isOnMachine() || hasPlaywrightBrowser()) return;
  console.log('No Chromium on this machine; asking Playwright for its own …');
  const attempt = spawnSync('npx', ['playwright', 'install', 'chromium'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'ignore'],
    timeout: 120_000,
  });
  if (attempt.status === 0 && hasPlaywrightBrowser()) return;
  if (aptInstall(['chromium']) && isOnMachine()) return;
  fail('the end-to-end tests need a browser: install chromium, or set CHROMIUM_PATH to one.');
}

function hasPlaywrightBrowser() {
  const script =
    "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))";
  const file = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout;
  return Boolean(file) && existsSync(file);
}

/** Folder of PostgreSQL's server programs, installed by Debian's package when root and missing. */
export function ensurePostgres() {
  const found = () => {
    const inPath = spawnSync('sh', ['-c', 'command -v pg_ctl'], { encoding: 'utf8' }).stdout.trim();
    if (inPath) return path.dirname(inPath);
    const versions = spawnSync(
      'sh',
      ['-c', 'ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1'],
      { encoding: 'utf8' },
    );
    return versions.stdout.trim() || undefined;
  };
  if (!found()) aptInstall(['postgresql']);
  return (
    found() ?? fail('the database tests need a PostgreSQL 15 or newer server (initdb, pg_ctl): install it.')
  );
}

function aptInstall(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env };
  spawnSync('apt-get', ['update', '-qq'], quiet);
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet).status === 0
  );
}
