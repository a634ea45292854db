import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyRow } from '#worker/telemetry/telemetry-row.ts';
import { TelemetrySpool } from './telemetry-spool.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yardstick-telemetry-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rows = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ ...emptyRow('2026-01-01T00:00:00Z', 'host'), cpu_pct: i % 100 }));

it('keeps a batch under one id until it is removed, also across a restart', async () => {
  const spool = new TelemetrySpool(folder);
  spool.add(rows(1500));
  await spool.cut();
  const first = await spool.next();
  expect(first?.rows).toHaveLength(1000);
  expect((await new TelemetrySpool(folder).next())?.id).toBe(first?.id);
  if (first !== null) await spool.remove(first);
  const second = await spool.next();
  expect(second?.rows).toHaveLength(500);
  expect(second?.id).not.toBe(first?.id);
});

it('drops the oldest batches of a long outage and a batch that a crash cut off', async () => {
  const spool = new TelemetrySpool(folder);
  await writeFile(
    join(folder, '000000000000000-000000_6a2f41a3-c54c-4ce8-bae8-cb9cd53a9c7f.json'),
    '[{"at":',
  );
  for (let i = 0; i < 205; i += 1) {
    spool.add(rows(1));
    await spool.cut();
  }
  expect(await readdir(folder)).toHaveLength(200);
  await writeFile(
    join(folder, '000000000000000-000000_6a2f41a3-c54c-4ce8-bae8-cb9cd53a9c7f.json'),
    '[{"at":',
  );
  expect((await spool.next())?.rows).toHaveLength(1);
});
