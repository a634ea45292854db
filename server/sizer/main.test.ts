import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { startSizerService } from '#testing/sizer-service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'yardstick-sizer-main-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the program until it ends by itself. */
function run(env: Record<string, string>): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'server/sizer/main.ts')], {
    cwd: root,
    env: { ...process.env, SIZER_DATA: folder, SIZER_THREADS: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 20_000,
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, errors })));
}

describe('the sizing service as a program', () => {
  it('says in one line what is wrong with its settings, and that starting again would not help', async () => {
    const { code, errors } = await run({ SIZER_JWT_SECRET: '' });
    expect(code).toBe(2);
    expect(errors).toMatch(/^yardstick sizer: bad setting: SIZER_JWT_SECRET: is missing.*\n$/);
  });

  it('the same when its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await run({ SIZER_JWT_SECRET: 's'.repeat(32), SIZER_PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expect(code).toBe(2);
    expect(errors).toMatch(/^yardstick sizer: cannot listen on 127\.0\.0\.1 port \d+ \(EADDRINUSE\)/);
  });

  it('answers while it runs, logs no secret, and ends when told', async () => {
    const service = await startSizerService({ lifeMs: 25_000 });
    const health = await fetch(`${service.settings.url}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    await service.stop();
    await expect(fetch(`${service.settings.url}/health`)).rejects.toThrow();
    expect(service.log()).toContain('"msg":"ready"');
    expect(service.log()).not.toContain(Buffer.from(service.settings.secret).toString());
  });
});
