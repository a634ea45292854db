import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { healthSchema } from '#contract/auth.ts';
import { getCurrentUserContext } from '#contract/rpc/identity.ts';
import { sessionSchema } from '#contract/session.ts';
import { programArgs } from '#testing/programs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'yardstick-main-'));
const children = new Set<ChildProcess>();
const LIMIT_MS = 90_000;

afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Program {
  readonly child: ChildProcess;
  output(): string;
  errors(): string;
  readonly ended: Promise<number | null>;
}

function start(env: Record<string, string>, args: string[] = []): Program {
  const child = spawn(process.execPath, [...programArgs('server/main/main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', PORT: '0', YARDSTICK_DATA: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  children.add(child);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => (output += String(chunk)));
  child.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer);
      children.delete(child);
      resolve(code);
    });
  });
  return { child, output: () => output, errors: () => errors, ended };
}

/** The next message of that event; rejects when the program ends first. */
function message<Shape extends z.ZodRawShape>(program: Program, event: string, shape: Shape) {
  const schema = z.object({ event: z.literal(event), ...shape });
  return new Promise<z.output<typeof schema>>((resolve, reject) => {
    const onMessage = (received: unknown) => {
      const parsed = schema.safeParse(received);
      if (!parsed.success) return;
      program.child.off('message', onMessage);
      resolve(parsed.data);
    };
    program.child.on('message', onMessage);
    void program.ended.then((code) =>
      reject(new Error(`ended with ${code ?? 'a signal'}: ${program.errors()}`)),
    );
  });
}

describe('the control plane as a program', () => {
  it(
    'starts on an empty folder, lets a person in, refuses a second on the folder, stops with a backup, and starts again',
    { timeout: LIMIT_MS * 2 },
    async () => {
      const first = start({});
      const { port } = await message(first, 'ready', { port: z.int() });
      const base = `http://127.0.0.1:${port}`;
      expect(healthSchema.parse(await (await fetch(`${base}/api/health`)).json()).status).toBe('ok');

      const linkMessage = message(first, 'sign-in-link', { url: z.string() });
      first.child.send({ type: 'sign-in-link' });
      const { url } = await linkMessage;
      expect(url).toMatch(new RegExp(`^${base}/sign-in#token=ysi_`));
      const signedIn = await fetch(`${base}/api/auth/link`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: url.split('#token=')[1] }),
      });
      const session = sessionSchema.parse(await signedIn.json());
      const context = await fetch(`${base}/api/rpc/get_current_user_context`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${session.access_token}` },
        body: '{}',
      });
      const me = getCurrentUserContext.returns.parse(await context.json());
      expect(me.email).toBe('owner@localhost');
      expect(me.memberships).toContainEqual(
        expect.objectContaining({ org_name: 'My workspace', role: 'owner' }),
      );

      const tokenMessage = message(first, 'registration-token', { token: z.string() });
      first.child.send({ type: 'registration-token' });
      expect((await tokenMessage).token).toMatch(/^ysr_/);

      const second = start({});
      expect(await second.ended).toBe(2);
      expect(second.errors()).toMatch(/^yardstick: .*in use by process \d+.*\n$/);

      const stoppedAt = Date.now();
      first.child.kill('SIGTERM');
      expect(await first.ended, first.errors()).toBe(0);
      expect(Date.now() - stoppedAt).toBeLessThan(10_000);
      expect(readdirSync(join(dataFolder, 'backups'))).toHaveLength(1);
      for (const secret of [session.access_token, url.split('#token=')[1] ?? ''])
        expect(first.output()).not.toContain(secret);

      const printed = start({}, ['sign-in-link', '--email', 'owner@localhost']);
      expect(await printed.ended, printed.errors()).toBe(0);
      expect(printed.output()).toMatch(/^http:\/\/127\.0\.0\.1:0\/sign-in#token=ysi_\S+\n$/);
      const nobody = start({}, ['sign-in-link', '--email', 'nobody@localhost']);
      expect(await nobody.ended).toBe(2);
      expect(nobody.errors()).toBe('yardstick: there is no active account nobody@localhost\n');

      const taken = createServer();
      await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
      const clash = start({ PORT: String((taken.address() as AddressInfo).port) });
      expect(await clash.ended).toBe(2);
      expect(clash.errors()).toMatch(
        /^yardstick: port \d+ on 127\.0\.0\.1 is in use: choose another with PORT\n$/,
      );
      taken.close();
    },
  );

  it('refuses a bad setting and an unknown command in one line', { timeout: LIMIT_MS }, async () => {
    const folder = join(dataFolder, 'never-made');
    const bad = start({ PORT: 'many', YARDSTICK_DATA: folder });
    expect(await bad.ended).toBe(2);
    expect(bad.errors()).toMatch(/^yardstick: bad setting: PORT: .*\n$/);
    expect(existsSync(folder)).toBe(false);
    const unknown = start({}, ['dance']);
    expect(await unknown.ended).toBe(2);
    expect(unknown.errors()).toMatch(/^yardstick: unknown command "dance".*\n$/);
    const away = start({
      DATABASE_URL: 'postgres://nobody:hidden-word@127.0.0.1:1/none',
      YARDSTICK_DATA: folder,
    });
    expect(await away.ended).toBe(2);
    expect(away.errors()).toMatch(/^yardstick: the database cannot be opened: .*\n$/);
    expect(away.errors() + away.output()).not.toContain('hidden-word');
  });
});
