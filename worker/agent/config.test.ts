import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const env = { YARDSTICK_WORKER_TOKEN: 'ysr_token', YARDSTICK_API: 'http://127.0.0.1:1/api' };

describe('readConfig', () => {
  it('takes flags before variables', () => {
    const config = readConfig(
      ['--api', 'https://host/api/', '--work-dir', '/tmp/w', '--hostname', 'gpu-1'],
      env,
    );
    expect(config).toMatchObject({
      api: 'https://host/api',
      workDir: '/tmp/w',
      hostname: 'gpu-1',
      token: 'ysr_token',
      launchKinds: ['simulated', 'endpoint', 'process'],
    });
  });

  it('reads the token from a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yardstick-token-'));
    writeFileSync(join(folder, 'token'), 'ysr_from-file\n');
    expect(
      readConfig(['--work-dir', '/tmp/w', '--token-file', join(folder, 'token'), '--hostname', 'h'], env)
        .token,
    ).toBe('ysr_from-file');
    rmSync(folder, { recursive: true });
  });

  it('names every fault', () => {
    const read = () => readConfig(['--hostname', 'a b'], { YARDSTICK_API: 'ftp://x' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(
      /--api.*is not an http[\s\S]*--work-dir.*is empty[\s\S]*--hostname.*is not a host name[\s\S]*YARDSTICK_WORKER_TOKEN.*ysr_/,
    );
  });

  it('has no flag for the token', () => {
    expect(() => readConfig(['--token', 'ysr_x'], env)).toThrow(/Unknown option '--token'/);
  });
});
