import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFERENCE_ORG_ID, seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import { callRpc, createWorkspace, failureOf, type TestWorkspace } from '#testing/workspace.ts';

type Claims = Readonly<Record<string, unknown>>;

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let viewer: Claims;
let engineer: Claims;
let admin: Claims;

beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  workspace = await createWorkspace(db);
  viewer = await workspace.member('viewer');
  engineer = await workspace.member('engineer');
  admin = await workspace.member('admin');
});
afterAll(() => test.close());

const save = (claims: Claims, name: string, more: Readonly<Record<string, unknown>> = {}) =>
  callRpc<{ saved_view_id: string; view_name: string; is_shared: boolean }>(db, claims, 'save_view', {
    p_org_id: workspace.orgId,
    p_view_key: 'runs',
    p_view_name: name,
    p_search_text: 'sort=-created_at',
    ...more,
  });
const remove = (claims: Claims, id: string) => callRpc(db, claims, 'delete_view', { p_saved_view_id: id });
const seen = async (claims: Claims) =>
  (
    await db.one<{ view_name: string }>(
      { role: 'web_user', claims, readOnly: true },
      `select view_name, search_text, is_shared, is_own, owner_name from api.v_saved_views where org_id = $1 order by view_name`,
      [workspace.orgId],
    )
  ).rows;

describe('saved views', () => {
  it('are their owner’s alone until they are shared', async () => {
    const { saved_view_id: id } = await save(viewer, 'Mine');
    expect(await seen(viewer)).toEqual([
      {
        view_name: 'Mine',
        search_text: 'sort=-created_at',
        is_shared: false,
        is_own: true,
        owner_name: 'viewer',
      },
    ]);
    expect(await seen(admin)).toEqual([]);
    expect((await failureOf(remove(admin, id))).code).toBe('not_found');
    await remove(viewer, id);
    expect(await seen(viewer)).toEqual([]);
  });

  it('are shared by engineers, seen by viewers, and changed or deleted by their owner and by admins', async () => {
    const { saved_view_id: id } = await save(engineer, 'Nightly', { p_is_shared: true });
    expect(await seen(viewer)).toMatchObject([{ view_name: 'Nightly', is_shared: true, is_own: false }]);
    expect((await failureOf(remove(viewer, id))).code).toBe('forbidden');
    expect((await failureOf(save(viewer, 'Renamed', { p_saved_view_id: id }))).code).toBe('forbidden');
    await save(admin, 'Nightly, checked', { p_saved_view_id: id, p_search_text: 'q=x' });
    // What is not said stays as it was, and it stays the engineer's.
    expect(await seen(engineer)).toMatchObject([
      { view_name: 'Nightly, checked', search_text: 'q=x', is_shared: true, is_own: true },
    ]);
    await save(engineer, 'Nightly', { p_saved_view_id: id, p_is_shared: false });
    expect(await seen(viewer)).toEqual([]);
    expect((await failureOf(remove(admin, id))).code).toBe('not_found');
    await save(engineer, 'Nightly', { p_saved_view_id: id, p_is_shared: true });
    await remove(admin, id);
    expect(await seen(engineer)).toEqual([]);
  });

  it('stand on the overview where an admin puts a shared one, until it is no longer shared', async () => {
    const pinned = async () =>
      (
        await db.one<{ view_name: string }>(
          { role: 'web_user', claims: viewer, readOnly: true },
          `select view_name from api.v_saved_views where org_id = $1 and is_pinned`,
          [workspace.orgId],
        )
      ).rows;
    const { saved_view_id: id } = await save(engineer, 'Weekly', { p_is_shared: true });
    const change = (claims: Claims, more: Readonly<Record<string, unknown>>) =>
      save(claims, 'Weekly', { p_saved_view_id: id, ...more });
    expect((await failureOf(change(engineer, { p_is_pinned: true }))).code).toBe('forbidden');
    expect(await change(admin, { p_is_pinned: true })).toMatchObject({ is_shared: true, is_pinned: true });
    expect(await pinned()).toEqual([{ view_name: 'Weekly' }]);
    // Its owner may go on working on it.
    expect(await change(engineer, { p_search_text: 'q=y' })).toMatchObject({ is_pinned: true });
    expect(await change(engineer, { p_is_shared: false })).toMatchObject({ is_pinned: false });
    await change(engineer, { p_is_shared: true });
    expect(await pinned()).toEqual([]);
    expect(await change(admin, { p_is_pinned: true, p_is_shared: true })).toMatchObject({ is_pinned: true });
    expect(await change(admin, { p_is_pinned: false })).toMatchObject({ is_shared: true, is_pinned: false });
    await remove(engineer, id);
    expect(await failureOf(save(admin, 'Mine', { p_is_pinned: true }))).toMatchObject({
      code: 'validation_failed',
      details: { field: 'p_is_pinned' },
    });
  });

  it('are not shared by a viewer, nor saved in a workspace that is read-only', async () => {
    expect((await failureOf(save(viewer, 'x', { p_is_shared: true }))).code).toBe('forbidden');
    expect((await failureOf(save(viewer, 'x', { p_org_id: REFERENCE_ORG_ID }))).code).toBe('forbidden');
    const capped = { ...engineer, role_cap: 'viewer' };
    expect((await failureOf(save(capped, 'x', { p_is_shared: true }))).code).toBe('forbidden');
    expect(await seen(viewer)).toEqual([]);
  });

  it('have one name a page and owner', async () => {
    const first = await save(viewer, '  Nightly ');
    expect(first.view_name).toBe('Nightly');
    const refused = await failureOf(save(viewer, 'NIGHTLY'));
    expect(refused).toMatchObject({ code: 'conflict', details: { field: 'p_view_name' } });
    const other = await save(viewer, 'Nightly', { p_view_key: 'jobs' });
    const third = await save(engineer, 'Nightly');
    expect(
      (await failureOf(save(viewer, 'Other', { p_saved_view_id: other.saved_view_id }))).code,
      'a view does not move to another page',
    ).toBe('not_found');
    await save(viewer, 'nightly', { p_saved_view_id: first.saved_view_id });
    for (const [claims, { saved_view_id: id }] of [
      [viewer, first],
      [viewer, other],
      [engineer, third],
    ] as const)
      await remove(claims, id);
  });

  it.each([
    ['p_view_key', { p_view_key: 'No Key' }],
    ['p_view_name', { p_view_name: ' ' }],
    ['p_view_name', { p_view_name: 'x'.repeat(81) }],
    ['p_search_text', { p_search_text: 'ü'.repeat(2049) }],
    ['p_search_text', { p_search_text: null }],
  ])('refuse a bad %s', async (field, change) => {
    expect(await failureOf(save(viewer, 'x', change))).toMatchObject({
      code: 'validation_failed',
      details: { field },
    });
  });

  it('keep 4,096 bytes of address, and 200 views an owner', async () => {
    const { saved_view_id: id } = await save(viewer, 'x', { p_search_text: 'ü'.repeat(2048) });
    await db.one(
      { role: 'web_system' },
      `insert into core.saved_views (org_id, account_id, view_key, name, search_text)
       select $1, $2, 'jobs', 'view ' || n, '' from generate_series(1, 199) n`,
      [workspace.orgId, String(viewer['sub'])],
    );
    expect((await failureOf(save(viewer, 'y'))).message).toContain('200');
    await save(viewer, 'z', { p_saved_view_id: id });
    await db.one({ role: 'web_system' }, 'delete from core.saved_views where account_id = $1', [
      String(viewer['sub']),
    ]);
  });

  it('leave lines in the audit log', async () => {
    const { saved_view_id: id } = await save(engineer, 'Audited', { p_is_shared: true });
    await remove(engineer, id);
    const { rows } = await db.one(
      { role: 'web_user', claims: admin, readOnly: true },
      `select action, detail from api.v_audit_logs where object_id = $1 order by audit_id`,
      [id],
    );
    const detail = { view_key: 'runs', view_name: 'Audited', is_shared: true };
    expect(rows).toEqual([
      { action: 'save_view', detail: { ...detail, is_pinned: false } },
      { action: 'delete_view', detail },
    ]);
  });
});
