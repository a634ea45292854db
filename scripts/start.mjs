// npm start: everything from a fresh clone to a sign-in link.
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { checkNode, ensureInstalled, fail, root, withoutServerSecrets } from './setup.mjs';
import { startSizer } from './sizer-program.mjs';
import { supervise } from './supervise.mjs';

const HELP = `npm start -- [options]
  --port N       port of the pages and the API (default 4600)
  --host H       address to listen on (default 127.0.0.1)
  --data DIR     folder of the database, logs and secrets (default .yardstick)
  --no-worker    do not start the local worker with the simulated engine
  --no-sizer     do not start the sizing service
  --no-build     use node_modules and dist/ as they are
  --open         open the sign-in link in the browser
  --verbose      print the programs' logs here too
With DATABASE_URL set, that PostgreSQL is used instead of the embedded database. docs/configuration.md has every setting.`;

const { values: options } = readOptions();
if (options.help) {
  console.log(HELP);
  process.exit(0);
}
checkNode();
if (options.build) {
  ensureInstalled();
  await ensureBuilt().catch((error) => fail(`the build failed; the lines above say why. (${error.message})`));
}

const port = Number(options.port ?? process.env.PORT ?? 4600);
if (!Number.isInteger(port) || port < 1 || port > 65_535)
  fail(`--port ${options.port} is not a port (1 to 65535).`);
const host = options.host ?? process.env.HOST ?? '127.0.0.1';
const dataFolder = path.resolve(options.data ?? process.env.YARDSTICK_DATA ?? path.join(root, '.yardstick'));
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
const logFile = (name) => path.join(dataFolder, 'logs', `${name}.log`);
const startedAt = Date.now();

const sizer = options.sizer
  ? await startSizer({
      args: ['--enable-source-maps', path.join(root, 'dist/server/sizer.js')],
      cwd: root,
      dataFolder,
      logFile: logFile('sizer'),
      echo: options.verbose,
    })
  : null;

let worker;
let isLinkPrinted = false;
let isStopping = false;
const server = supervise({
  name: 'The server',
  command: process.execPath,
  args: ['--enable-source-maps', path.join(root, 'dist/server/main.js')],
  cwd: root,
  env: {
    ...process.env,
    ...sizer?.serverEnv,
    PORT: String(port),
    HOST: host,
    YARDSTICK_DATA: dataFolder,
    NODE_ENV: 'production',
  },
  logFile: logFile('server'),
  echo: options.verbose,
  onStart: (child) => child.on('message', onServerMessage),
  onGiveUp: (_code, tail) => void giveUp(tail),
});

/** A server that was started again is asked again for what it did not answer. */
function onServerMessage(message) {
  if (message.event === 'ready') {
    if (options.worker && !worker) server.send({ type: 'registration-token' });
    else if (!isLinkPrinted) server.send({ type: 'sign-in-link' });
  } else if (message.event === 'registration-token' && !worker) {
    startWorker(message.token);
  } else if (message.event === 'sign-in-link') {
    void printLink(message.url);
  } else if (message.event === 'failed') {
    console.error(`yardstick: ${message.message}`);
  }
}

/** The first link comes when everything is up. */
async function printLink(url) {
  await sizer?.settled;
  if (isStopping) return;
  if (isLinkPrinted) console.log(`Sign in (works once): ${url}`);
  else announce(url);
  isLinkPrinted = true;
}

function startWorker(token) {
  const apiHost = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  worker = supervise({
    name: 'The worker',
    command: process.execPath,
    args: [
      '--enable-source-maps',
      path.join(root, 'dist/worker/agent.js'),
      '--api',
      `http://${apiHost.includes(':') ? `[${apiHost}]` : apiHost}:${port}/api`,
      '--work-dir',
      path.join(dataFolder, 'worker'),
      '--hostname',
      'local-simulator',
    ],
    cwd: root,
    env: { ...withoutServerSecrets(process.env), YARDSTICK_WORKER_TOKEN: token, NODE_ENV: 'production' },
    logFile: logFile('worker'),
    echo: options.verbose,
    onStart: (child) => {
      child.on('message', (message) => {
        if (message.event === 'registered' && !isLinkPrinted) server.send({ type: 'sign-in-link' });
      });
    },
    // The pages and the results stay of use without a worker.
    onGiveUp: (_code, tail) => {
      console.error(`yardstick: the worker stopped: ${lastLine(tail)} Log: ${logFile('worker')}`);
      if (!isLinkPrinted) server.send({ type: 'sign-in-link' });
    },
  });
}

function announce(url) {
  console.log(
    `\nYardstick is ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s. Data and logs: ${dataFolder}`,
  );
  console.log(
    `Sign in (works once): ${url}\nEnter prints another link; Ctrl-C stops everything, nothing is lost.`,
  );
  if (options.open) {
    const opener =
      process.platform === 'darwin' ? 'open' : process.platform === 'win32' ? 'explorer' : 'xdg-open';
    spawn(opener, [url], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref();
  }
}

// A link works once: whoever sits at the terminal may have another.
process.stdin.on('data', () => {
  if (isLinkPrinted && !isStopping) server.send({ type: 'sign-in-link' });
});
process.stdin.unref?.();

async function stopAll() {
  if (isStopping) return;
  isStopping = true;
  await worker?.stop(15_000);
  await server.stop(15_000);
  await sizer?.stop(10_000);
}

/** The last line of a program that gives up is its own clear sentence. */
function lastLine(tail) {
  return (tail.trim().split('\n').pop() ?? '').replace(/^yardstick:\s*/, '');
}

async function giveUp(tail) {
  await stopAll();
  fail(lastLine(tail) || `the server ended; see ${logFile('server')}.`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (!isStopping) console.log('\nStopping …');
    void stopAll().then(() => process.exit(0));
  });
}

function readOptions() {
  try {
    return parseArgs({
      allowNegative: true,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        worker: { type: 'boolean', default: true },
        sizer: { type: 'boolean', default: true },
        build: { type: 'boolean', default: true },
        open: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(`${error.message}\n${HELP}`);
  }
}
