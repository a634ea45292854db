import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPublishedResults } from '#catalog/published/published.ts';
import { REFERENCE_ORG_ID, seed, seedWith } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';

let test: TestDatabase;
let db: Database;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
});
afterAll(() => test.close());

const rows = async () =>
  (
    await db.one<{
      job_id: number;
      source_key: string;
      job_name: string;
      run_name: string;
      concurrency: number | null;
    }>(
      { role: 'web_system' },
      `select b.job_id, x.source_key, b.job_name, r.run_name, b.concurrency
       from core.results x join core.jobs b using (job_id) join core.runs r on r.run_id = b.run_id where x.org_id = $1 order by x.source_key`,
      [REFERENCE_ORG_ID],
    )
  ).rows;

it('seeds every published figure once and writes nothing the second time', async () => {
  expect(await seed(db)).toEqual({ changed: true, publishedResults: 841 });
  expect(await seed(db)).toEqual({ changed: false, publishedResults: 841 });
  expect(await rows()).toHaveLength(841);
});

it('keeps ids over a change of names and figures, and drops rows that the sources no longer have', async () => {
  const before = await rows();
  const published = readPublishedResults();
  const changed = published
    .slice(1)
    .map((result, i) => (i === 500 ? { ...result, concurrency: 7, precision: 'renamed' } : result));
  await seedWith(db, changed);
  const after = await rows();
  expect(after).toHaveLength(840);
  const ids = new Map(before.map((row) => [row.source_key, row.job_id]));
  expect(after.every((row) => ids.get(row.source_key) === row.job_id)).toBe(true);
  const renamed = after.filter((row) => row.job_name.includes('renamed'));
  expect(renamed).toHaveLength(1);
  expect(renamed[0]?.concurrency).toBe(7);
  await seed(db);
  expect((await rows()).filter((row) => row.job_name.includes('renamed'))).toHaveLength(0);
  expect(await rows()).toHaveLength(841);
});

it('leaves a name to the row that has it now', async () => {
  const published = readPublishedResults();
  const [first, second] = published.filter((result) => result.benchmark === null);
  if (first === undefined || second === undefined) throw new Error('no serving points');
  // The two rows change places: every name is taken by the other until both are written.
  const swapped = published.map((result) =>
    result === first
      ? { ...second, external_id: first.external_id }
      : result === second
        ? { ...first, external_id: second.external_id }
        : result,
  );
  await seedWith(db, swapped);
  expect(await rows()).toHaveLength(841);
});
