import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  createSignInLink,
  ensureDemoWorkspace,
  findAccount,
  findFirstOwner,
  localRegistrationToken,
} from './bootstrap.ts';

let test: TestDatabase;
let db: Database;
let folder: string;
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  folder = mkdtempSync(join(tmpdir(), 'yardstick-bootstrap-'));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

it('makes the first account and its workspace once, also when many start at once', async () => {
  expect(await findFirstOwner(db)).toBeNull();
  const made = await Promise.all([ensureDemoWorkspace(db), ensureDemoWorkspace(db), ensureDemoWorkspace(db)]);
  expect(made.filter(Boolean)).toHaveLength(1);
  const { rows } = await db.one(
    { role: 'web_system' },
    'select a.email, o.name, m.role_code from core.memberships m join core.accounts a using (account_id) join core.organizations o using (org_id)',
  );
  expect(rows).toEqual([{ email: 'owner@localhost', name: 'My workspace', role_code: 'owner' }]);
  expect(await findAccount(db, 'Owner@Localhost')).toBe((await findFirstOwner(db))?.accountId);
  expect(await findAccount(db, 'nobody@localhost')).toBeNull();
});

it('keeps the local worker one registration token, made anew when it was revoked', async () => {
  const owner = await findFirstOwner(db);
  const orgId = owner?.orgId ?? '';
  const token = await localRegistrationToken(db, folder, orgId);
  expect(token).toMatch(/^ysr_/);
  expect(statSync(join(folder, 'worker', 'registration-token')).mode & 0o777).toBe(0o600);
  expect(await localRegistrationToken(db, folder, orgId)).toBe(token);
  await db.one({ role: 'web_system' }, 'update core.worker_registration_tokens set revoked_at = now()');
  const next = await localRegistrationToken(db, folder, orgId);
  expect(next).not.toBe(token);
  expect(await localRegistrationToken(db, folder, orgId)).toBe(next);
});

it('makes sign-in links that end at their time', async () => {
  const owner = await findFirstOwner(db);
  await createSignInLink(db, owner?.accountId ?? '', 90);
  const { rows } = await db.one<{ s: number }>(
    { role: 'web_system' },
    'select extract(epoch from expires_at - created_at)::float8 as s from core.sign_in_links',
  );
  expect(rows).toEqual([{ s: 90 }]);
});
