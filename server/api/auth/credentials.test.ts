import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  apiKeyRowSchema,
  createdApiKeySchema,
  createdServiceClientSchema,
  oauthTokenSchema,
} from '#contract/auth.ts';
import { errorBodySchema } from '#contract/errors.ts';
import type { Role } from '#contract/jobs.ts';
import { createSignInLink } from '#server/api/auth/sign-in-links.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

let test: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  test = await openTestApp();
  owner = await test.signIn();
});
afterAll(() => test.close());

const system = { role: 'web_system' } as const;

/** Signs a new account in that has `role` in the owner's workspace. */
async function member(role: Role): Promise<SignedIn> {
  const { accountId } = await test.addAccount({ role: 'owner' });
  await test.db.one(system, 'delete from core.memberships where account_id = $1', [accountId]);
  await test.db.one(
    system,
    'insert into core.memberships (org_id, account_id, role_code) values ($1, $2, $3)',
    [owner.orgId, accountId, role],
  );
  const token = await createSignInLink(test.db, accountId, 60);
  const response = await test.app.inject({ method: 'POST', url: '/api/auth/link', payload: { token } });
  const authorization = `Bearer ${response.json<{ access_token: string }>().access_token}`;
  return { accountId, orgId: owner.orgId, bearer: { authorization }, cookie: '' };
}

const call = (
  who: { bearer: { authorization: string } } | string,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
) =>
  test.app.inject({
    method,
    url,
    headers: typeof who === 'string' ? { authorization: `Bearer ${who}` } : who.bearer,
    ...(payload === undefined ? {} : { payload }),
  });

async function makeKey(who: SignedIn, more: object = {}) {
  const response = await call(who, 'POST', '/api/auth/api-keys', {
    org_id: who.orgId,
    name: 'CI',
    ...more,
  });
  expect(response.statusCode).toBe(201);
  return createdApiKeySchema.parse(response.json());
}

describe('API keys', () => {
  it('act as their maker in one workspace, are shown once and stored as a hash', async () => {
    const engineer = await member('engineer');
    const key = await makeKey(engineer);
    expect(key.key).toMatch(/^ysk_[A-Za-z0-9_-]{43}$/);
    expect(key.key.startsWith(key.prefix)).toBe(true);
    const created = await call(key.key, 'POST', '/api/rpc/create_project', {
      p_owner_account_id: engineer.accountId,
      p_org_id: owner.orgId,
      p_project_name: 'by key',
    });
    expect(created.statusCode).toBe(200);
    const listed = await call(engineer, 'GET', `/api/auth/api-keys?org_id=${owner.orgId}`);
    const [row] = apiKeyRowSchema.array().parse(listed.json());
    expect(row).toMatchObject({ name: 'CI', account_id: engineer.accountId, revoked_at: null });
    expect(row?.last_used_at).not.toBeNull();
    expect(listed.body).not.toContain(key.key);
    const { rows } = await test.db.one<{ text: string }>(
      system,
      'select row_to_json(k)::text as text from core.api_keys k where api_key_id = $1',
      [key.api_key_id],
    );
    expect(rows[0]?.text).not.toContain(key.key.slice(key.prefix.length));
    expect(test.logText()).not.toContain(key.key);
  });

  it('see nothing of the account’s other workspaces', async () => {
    const other = await test.signIn();
    await test.db.one(
      system,
      `insert into core.memberships (org_id, account_id, role_code) values ($1, $2, 'engineer')`,
      [owner.orgId, other.accountId],
    );
    const key = await makeKey(other);
    const context = await call(key.key, 'POST', '/api/rpc/get_current_user_context');
    expect(context.body).toContain(other.orgId);
    expect(context.body).not.toContain(owner.orgId);
    const foreign = await call(key.key, 'POST', '/api/rpc/create_project', {
      p_owner_account_id: other.accountId,
      p_org_id: owner.orgId,
      p_project_name: 'x',
    });
    expect(foreign.statusCode).toBe(404);
  });

  it('are capped by role_cap and by the role their maker has now', async () => {
    const engineer = await member('engineer');
    const [capped, full] = [await makeKey(engineer, { role_cap: 'viewer' }), await makeKey(engineer)];
    const create = (key: string, name: string) =>
      call(key, 'POST', '/api/rpc/create_project', {
        p_owner_account_id: engineer.accountId,
        p_org_id: owner.orgId,
        p_project_name: name,
      });
    expect((await create(capped.key, 'capped')).statusCode).toBe(403);
    expect((await create(full.key, 'full')).statusCode).toBe(200);
    await test.db.one(
      system,
      `update core.memberships set role_code = 'viewer' where account_id = $1 and org_id = $2`,
      [engineer.accountId, owner.orgId],
    );
    expect((await create(full.key, 'demoted')).statusCode).toBe(403);
  });

  it('are made by engineers and above, signed in, not by tokens and not by keys', async () => {
    const viewer = await member('viewer');
    const payload = { org_id: owner.orgId, name: 'x' };
    expect((await call(viewer, 'POST', '/api/auth/api-keys', payload)).statusCode).toBe(403);
    const stranger = await test.signIn();
    expect((await call(stranger, 'POST', '/api/auth/api-keys', payload)).statusCode).toBe(404);
    const { token } = (
      await call(owner, 'POST', '/api/auth/tokens', { name: 't', expires_in_seconds: 60 })
    ).json<{ token: string }>();
    expect((await call(token, 'POST', '/api/auth/api-keys', payload)).statusCode).toBe(403);
    const { key } = await makeKey(owner);
    for (const [method, url] of [
      ['POST', '/api/auth/api-keys'],
      ['GET', `/api/auth/api-keys?org_id=${owner.orgId}`],
      ['GET', '/api/auth/tokens'],
      ['POST', '/api/auth/tokens'],
      ['POST', '/api/auth/password'],
      ['GET', `/api/%61uth/tokens`],
    ] as const) {
      const response = await call(key, method, url, method === 'POST' ? payload : undefined);
      expect([url, response.statusCode]).toEqual([url, expect.toSatisfy((s) => s === 403 || s === 400)]);
    }
    expect((await call(key, 'GET', '/api/auth/tokens')).statusCode).toBe(403);
  });

  it('end when they expire, are revoked, or their maker leaves', async () => {
    const engineer = await member('engineer');
    const works = async (key: string) =>
      (await call(key, 'POST', '/api/rpc/get_current_user_context')).statusCode;
    const [first, second, third] = [
      await makeKey(engineer),
      await makeKey(engineer),
      await makeKey(engineer, { expires_in_seconds: 60 }),
    ];
    expect(third.expires_at).not.toBeNull();
    expect(await works(first.key)).toBe(200);
    const revoked = await call(engineer, 'DELETE', `/api/auth/api-keys/${first.api_key_id}`);
    expect(revoked.statusCode).toBe(204);
    expect(await works(first.key)).toBe(401);
    await test.db.one(
      system,
      `update core.api_keys set expires_at = now() - interval '1 second' where api_key_id = $1`,
      [third.api_key_id],
    );
    expect(await works(third.key)).toBe(401);
    const gone = await call(owner, 'POST', '/api/rpc/remove_organization_member', {
      p_org_id: owner.orgId,
      p_account_id: engineer.accountId,
    });
    expect(gone.statusCode).toBe(200);
    expect(await works(second.key)).toBe(401);
  });

  it('of a workspace are seen and revoked by its admins, by nobody else', async () => {
    const [engineer, other, admin] = [
      await member('engineer'),
      await member('engineer'),
      await member('admin'),
    ];
    const { api_key_id: id } = await makeKey(engineer);
    const list = async (who: SignedIn) =>
      (await call(who, 'GET', `/api/auth/api-keys?org_id=${owner.orgId}`)).body.includes(id);
    expect([await list(engineer), await list(other), await list(admin)]).toEqual([true, false, true]);
    expect((await call(other, 'DELETE', `/api/auth/api-keys/${id}`)).statusCode).toBe(404);
    expect((await call(admin, 'DELETE', `/api/auth/api-keys/${id}`)).statusCode).toBe(204);
    const { rows } = await test.db.one(
      system,
      `select account_id, org_id from core.audit_log where action = 'revoke_api_key' and object_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ account_id: admin.accountId, org_id: owner.orgId }]);
  });
});

describe('tokens of members', () => {
  it('are seen and revoked by admins; an owner’s only by owners', async () => {
    const [engineer, admin] = [await member('engineer'), await member('admin')];
    const make = async (who: SignedIn) =>
      (await call(who, 'POST', '/api/auth/tokens', { name: 'mine', expires_in_seconds: 600 })).json<{
        token: string;
        token_id: string;
      }>();
    const [theirs, owners] = [await make(engineer), await make(owner)];
    const url = (id: string) => `/api/auth/member-tokens/${id}?org_id=${owner.orgId}`;
    const list = `/api/auth/member-tokens?org_id=${owner.orgId}`;
    expect((await call(engineer, 'GET', list)).statusCode).toBe(403);
    expect((await call(admin, 'GET', list)).body).toContain(theirs.token_id);
    expect((await call(admin, 'DELETE', url(owners.token_id))).statusCode).toBe(403);
    expect((await call(theirs.token, 'POST', '/api/rpc/get_current_user_context')).statusCode).toBe(200);
    expect((await call(admin, 'DELETE', url(theirs.token_id))).statusCode).toBe(204);
    expect((await call(theirs.token, 'POST', '/api/rpc/get_current_user_context')).statusCode).toBe(401);
    expect((await call(admin, 'DELETE', url(randomUUID()))).statusCode).toBe(404);
  });
});

describe('POST /api/oauth/token', () => {
  const post = (form: Record<string, string> | string, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    });
  async function makeClient(who: SignedIn, role: string) {
    const response = await call(who, 'POST', '/api/auth/service-clients', {
      org_id: who.orgId,
      name: 'robot',
      role,
    });
    return createdServiceClientSchema.parse(response.json());
  }
  const credentials = (client: { client_id: string; client_secret: string }) => ({
    grant_type: 'client_credentials',
    client_id: client.client_id,
    client_secret: client.client_secret,
  });

  it('answers a token with the client’s own role in its workspace, by form and by Basic', async () => {
    const client = await makeClient(owner, 'engineer');
    const response = await post(credentials(client));
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { access_token: token, expires_in } = oauthTokenSchema.parse(response.json());
    expect(expires_in).toBe(3_600);
    const context = (await call(token, 'POST', '/api/rpc/get_current_user_context')).json<{
      account_id: string;
      memberships: { org_id: string; role: string }[];
    }>();
    expect(context.account_id).toBe(client.account_id);
    expect(context.memberships).toContainEqual(
      expect.objectContaining({ org_id: owner.orgId, role: 'engineer' }),
    );
    const project = await call(token, 'POST', '/api/rpc/create_project', {
      p_owner_account_id: client.account_id,
      p_org_id: owner.orgId,
      p_project_name: 'by robot',
    });
    expect(project.statusCode).toBe(200);
    const basic = Buffer.from(`${client.client_id}:${encodeURIComponent(client.client_secret)}`);
    const byHeader = await post(
      { grant_type: 'client_credentials' },
      { authorization: `Basic ${basic.toString('base64')}` },
    );
    expect(byHeader.statusCode).toBe(200);
    expect((await call(token, 'GET', '/api/auth/tokens')).statusCode).toBe(403);
    expect(test.logText()).not.toContain(client.client_secret);
  });

  it('says what is wrong in the contract’s body and in RFC 6749’s fields', async () => {
    const client = await makeClient(owner, 'viewer');
    const good = credentials(client);
    for (const [form, status, error] of [
      [{ ...good, client_secret: 'wrong' }, 401, 'invalid_client'],
      [{ ...good, client_id: randomUUID() }, 401, 'invalid_client'],
      [{ grant_type: 'client_credentials' }, 401, 'invalid_client'],
      [{ ...good, grant_type: 'password' }, 400, 'unsupported_grant_type'],
      [{ client_id: good.client_id, client_secret: good.client_secret }, 400, 'invalid_request'],
      [{ ...good, scope: 'admin' }, 400, 'invalid_scope'],
      [`${new URLSearchParams(good).toString()}&grant_type=client_credentials`, 400, 'invalid_request'],
    ] as const) {
      const response = await post(form);
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([status, error]);
      errorBodySchema.loose().parse(response.json());
      if (status === 401) expect(response.headers['www-authenticate']).toMatch(/^Basic /);
    }
    const json = await test.app.inject({ method: 'POST', url: '/api/oauth/token', payload: good });
    expect(json.statusCode).toBe(415);
  });

  it('ends with the client, tokens and all; guessing is slowed down', async () => {
    const client = await makeClient(owner, 'viewer');
    const token = (await post(credentials(client))).json<{ access_token: string }>().access_token;
    expect((await call(token, 'POST', '/api/rpc/get_current_user_context')).statusCode).toBe(200);
    const url = `/api/auth/service-clients/${client.client_id}`;
    const engineer = await member('engineer');
    expect((await call(engineer, 'DELETE', url)).statusCode).toBe(403);
    expect((await call(await test.signIn(), 'DELETE', url)).statusCode).toBe(404);
    expect((await call(owner, 'DELETE', url)).statusCode).toBe(204);
    expect((await call(token, 'POST', '/api/rpc/get_current_user_context')).statusCode).toBe(401);
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await post(credentials(client))).statusCode);
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('lets only admins make clients, and none an owner', async () => {
    const make = (who: SignedIn, role: string) =>
      call(who, 'POST', '/api/auth/service-clients', { org_id: owner.orgId, name: 'x', role });
    expect((await make(await member('engineer'), 'viewer')).statusCode).toBe(403);
    expect((await make(await member('admin'), 'admin')).statusCode).toBe(201);
    expect((await make(owner, 'owner')).statusCode).toBe(400);
  });
});
