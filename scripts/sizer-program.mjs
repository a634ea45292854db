// The sizing service beside the server: its own process and loopback port, and the secret that both share.
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { withoutServerSecrets } from './setup.mjs';
import { supervise } from './supervise.mjs';

/** Longest wait for it to be ready; the pages are of use without it. */
const READY_MS = 20_000;

/**
 * Starts it under supervision. `serverEnv` is what the server needs to reach it; `settled` resolves when it is ready, has
 * given up, or takes too long. With `HARDWARE_SIZER_URL` set already there is one elsewhere: then none is started.
 */
export async function startSizer({ args, cwd, dataFolder, logFile, echo }) {
  if (process.env.HARDWARE_SIZER_URL)
    return { serverEnv: {}, settled: Promise.resolve(), stop: async () => {} };
  const port = Number(process.env.SIZER_PORT) || (await freePort());
  const secret = process.env.SIZER_JWT_SECRET || storedSecret(dataFolder);
  let settle;
  const settled = new Promise((resolve) => {
    settle = resolve;
    setTimeout(resolve, READY_MS).unref();
  });
  const program = supervise({
    name: 'The sizer',
    command: process.execPath,
    args,
    cwd,
    env: {
      // It knows no database and no token of a person: it gets none of their secrets.
      ...withoutServerSecrets(process.env),
      ...sizerEnv(),
      SIZER_HOST: '127.0.0.1',
      SIZER_PORT: String(port),
      SIZER_JWT_SECRET: secret,
      SIZER_DATA: process.env.SIZER_DATA || path.join(dataFolder, 'sizer'),
      NODE_ENV: 'production',
    },
    logFile,
    echo,
    onStart: (child) => {
      child.on('message', (message) => {
        if (message.event === 'ready') settle();
      });
    },
    onGiveUp: (_code, tail) => {
      const line = (tail.trim().split('\n').pop() ?? '').replace(/^yardstick sizer:\s*/, '');
      console.error(`yardstick: the sizer stopped: ${line} Log: ${logFile}`);
      settle();
    },
  });
  return {
    serverEnv: { HARDWARE_SIZER_URL: `http://127.0.0.1:${port}`, SIZER_JWT_SECRET: secret },
    settled,
    stop: (graceMs) => program.stop(graceMs),
  };
}

/** Its own settings, which `withoutServerSecrets` keeps from the worker. */
function sizerEnv() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('SIZER_')));
}

/** Made once, for this user alone, beside the server's own secrets. */
function storedSecret(dataFolder) {
  const file = path.join(dataFolder, 'sizer-secret');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** A port of this machine that was free a moment ago: both programs must know it before either listens. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
