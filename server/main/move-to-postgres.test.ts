import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/database/open.ts';
import { migratedDump, testEngine } from '#testing/database.ts';
import { startPostgresServer } from '#testing/postgres-server.ts';
import { createWorkspace } from '#testing/workspace.ts';
import { moveToPostgres } from './move-to-postgres.ts';

const NOWHERE = 'postgres://somebody@127.0.0.1:1/none';

describe('move-to-postgres', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'yardstick-move-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('says what it needs', async () => {
    await expect(moveToPostgres([], { YARDSTICK_DATA: folder })).rejects.toThrow(/needs DATABASE_URL/);
    const environment = { YARDSTICK_DATA: folder, DATABASE_URL: NOWHERE };
    await expect(moveToPostgres(['now'], environment)).rejects.toThrow(/^usage/);
    await expect(moveToPostgres([], environment)).rejects.toThrow(/no embedded database in/);
  });

  it.runIf(testEngine === 'postgres')(
    'moves what is in the data folder, once',
    { timeout: 120_000 },
    async () => {
      const server = await startPostgresServer();
      try {
        const embedded = await openDatabase({ dataDir: folder, loadFrom: await migratedDump('db') });
        const { orgId } = await createWorkspace(embedded, 'Moved');
        await embedded.close();
        const environment = { YARDSTICK_DATA: folder, DATABASE_URL: server.url };
        await expect(moveToPostgres([], { ...environment, DATABASE_URL: NOWHERE })).rejects.toThrow(
          /nothing was copied|cannot be opened/,
        );
        await moveToPostgres([], environment);
        const db = await openDatabase({ databaseUrl: server.url, poolSize: 1 });
        const { rows } = await db.one(
          { role: 'web_system' },
          'select name from core.organizations where org_id = $1',
          [orgId],
        );
        await db.close();
        expect(rows).toEqual([{ name: 'Moved' }]);
        await expect(moveToPostgres([], environment)).rejects.toThrow(/it has accounts/);
      } finally {
        await server.stop();
      }
    },
  );
});
