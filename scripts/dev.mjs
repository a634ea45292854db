// npm run dev: the server, the sizer and the worker from source, the pages with hot reload.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkNode, ensureInstalled, root, withoutServerSecrets } from './setup.mjs';
import { startSizer } from './sizer-program.mjs';
import { supervise } from './supervise.mjs';

checkNode();
ensureInstalled();
const port = Number(process.env.PORT ?? 4600);
const webPort = Number(process.env.WEB_PORT ?? 5173);
const dataFolder = path.resolve(process.env.YARDSTICK_DATA ?? path.join(root, '.yardstick'));
mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
const tsx = ['--import', 'tsx'];
let worker;

const sizer = await startSizer({
  args: [...tsx, 'server/sizer/main.ts'],
  cwd: root,
  dataFolder,
  logFile: path.join(dataFolder, 'logs', 'sizer.log'),
  echo: true,
});

const server = supervise({
  name: 'The server',
  command: process.execPath,
  args: [...tsx, 'server/main/main.ts'],
  cwd: root,
  env: {
    ...process.env,
    ...sizer.serverEnv,
    PORT: String(port),
    YARDSTICK_DATA: dataFolder,
    PUBLIC_URL: `http://127.0.0.1:${webPort}`,
  },
  logFile: path.join(dataFolder, 'logs', 'server.log'),
  echo: true,
  onStart: (child) => {
    child.on('message', (message) => {
      if (message.event === 'ready') server.send({ type: 'registration-token' });
      else if (message.event === 'registration-token' && !worker) startWorker(message.token);
      else if (message.event === 'sign-in-link') console.log(`\nSign in (works once): ${message.url}\n`);
    });
  },
  onGiveUp: () => void stopAll().then(() => process.exit(2)),
});

function startWorker(token) {
  worker = supervise({
    name: 'The worker',
    command: process.execPath,
    args: [
      ...tsx,
      'worker/agent/main.ts',
      '--api',
      `http://127.0.0.1:${port}/api`,
      '--work-dir',
      path.join(dataFolder, 'worker'),
      '--hostname',
      'local-simulator',
    ],
    cwd: root,
    env: { ...withoutServerSecrets(process.env), YARDSTICK_WORKER_TOKEN: token },
    logFile: path.join(dataFolder, 'logs', 'worker.log'),
    echo: true,
    onStart: (child) => {
      child.on('message', (message) => {
        if (message.event === 'registered') server.send({ type: 'sign-in-link' });
      });
    },
  });
}

const web = spawn(
  process.execPath,
  ['node_modules/vite/bin/vite.js', '--port', String(webPort), '--host', '127.0.0.1'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, YARDSTICK_API: `http://127.0.0.1:${port}` },
  },
);

async function stopAll() {
  web.kill('SIGTERM');
  await worker?.stop(10_000);
  await server.stop(10_000);
  await sizer.stop(10_000);
}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => void stopAll().then(() => process.exit(0)));
