import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DamagedTraining, WorkspacePoints, type StoredTraining } from './workspace-points.ts';

const ORG = '7f3a1b52-6c0d-4e8f-9a21-5d4c3b2a1908';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yardstick-points-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const training = (trainedAt: string): StoredTraining => ({
  org_id: ORG,
  trained_at: trainedAt,
  points: [],
  answer: {
    model_version: 'v1',
    points: 0,
    added: 0,
    skipped: [],
    tpot_median_ape_before: null,
    tpot_median_ape_after: null,
  },
});

describe('training points of workspaces', () => {
  it('are read back as written, by this process and the next', async () => {
    await new WorkspacePoints(folder).write(training('2026-03-02T09:00:00Z'));
    expect(await new WorkspacePoints(folder).read(ORG)).toEqual(training('2026-03-02T09:00:00Z'));
    expect(await new WorkspacePoints(folder).read('00000000-6c0d-4e8f-9a21-5d4c3b2a1908')).toBeNull();
  });

  it('are of the last of many writes at once, and leave no drafts', async () => {
    const points = new WorkspacePoints(folder);
    await Promise.all(Array.from({ length: 20 }, (_, n) => points.write(training(`t${n}`))));
    expect((await points.read(ORG))?.trained_at).toBe('t19');
    expect(readdirSync(join(folder, 'workspaces'))).toEqual([`${ORG}.json`]);
  });

  it.each([
    ['a changed character', (text: string) => text.replace('"t1"', '"t2"')],
    ['a lost end', (text: string) => text.slice(0, -10)],
    ['nothing', () => ''],
  ])('with %s are refused rather than believed', async (_name, damage) => {
    const points = new WorkspacePoints(folder);
    await points.write(training('t1'));
    const file = join(folder, 'workspaces', `${ORG}.json`);
    writeFileSync(file, damage(readFileSync(file, 'utf8')));
    await expect(points.read(ORG)).rejects.toBeInstanceOf(DamagedTraining);
    await points.write(training('t3'));
    expect((await points.read(ORG))?.trained_at).toBe('t3');
  });

  it('never leave the folder, whatever the workspace is called', async () => {
    await expect(new WorkspacePoints(folder).read('../../etc/passwd')).rejects.toThrow();
  });
});
