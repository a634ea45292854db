import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBodySchema } from '#contract/errors.ts';
import { mintPostgrestWriteJwt } from '#contract/rpc/mint-postgrest-write-jwt.ts';
import { openTestApp, type SignedIn, type TestApp } from '#testing/test-app.ts';

const SECRET = 'mint-secret-that-nobody-should-ever-see-1';
const system = { role: 'web_system' } as const;
let test: TestApp;

beforeAll(async () => {
  test = await openTestApp({ mintSecret: SECRET });
});
afterAll(() => test.close());

let count = 0;
/** An account with an e-mail of its own, signed in: its tries of the minute are fresh. */
async function person(role: 'viewer' | 'engineer' | 'admin' | 'owner' = 'owner') {
  count += 1;
  const email = `mint-${count}@example.org`;
  return { ...(await test.signIn({ email, role })), email };
}
const mint = (who: SignedIn & { email: string }, overrides: Record<string, unknown> = {}, on = test) =>
  on.app.inject({
    method: 'POST',
    url: '/api/rpc/mint_postgrest_write_jwt',
    headers: who.bearer,
    payload: {
      p_jwt_secret: SECRET,
      p_account_id: who.accountId,
      p_email: who.email,
      p_expires_in_seconds: 43_200,
      ...overrides,
    },
  });
const minted = (answer: { json: () => unknown }) => mintPostgrestWriteJwt.returns.parse(answer.json());
const refusal = (answer: { json: () => unknown }) => errorBodySchema.parse(answer.json());
const context = (token: string) =>
  test.app.inject({
    method: 'POST',
    url: '/api/rpc/get_current_user_context',
    headers: { authorization: `Bearer ${token}` },
    payload: {},
  });

describe('mint_postgrest_write_jwt', () => {
  it('mints a token that works, is listed, and can be revoked', async () => {
    const me = await person();
    const answer = await mint(me);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    const { token, token_id } = minted(answer);
    expect((await context(token)).json()).toMatchObject({ account_id: me.accountId });
    const revoked = await test.app.inject({
      method: 'DELETE',
      url: `/api/auth/tokens/${token_id}`,
      headers: me.bearer,
    });
    expect(revoked.statusCode).toBeLessThan(300);
    expect((await context(token)).statusCode).toBe(401);
  });

  it('is signed with the key of this server, never with what the caller sends', async () => {
    const { token } = minted(await mint(await person()));
    const { createHmac } = await import('node:crypto');
    const [header, payload, signature] = token.split('.');
    const sign = (key: string | Uint8Array) =>
      createHmac('sha256', key)
        .update(`${header ?? ''}.${payload ?? ''}`)
        .digest('base64url');
    expect(signature).not.toBe(sign(SECRET));
    expect(signature).toBe(sign(test.secrets.jwtSecret));
  });

  it('cuts a longer life to twelve hours', async () => {
    const before = Date.now();
    const { expires_at } = minted(await mint(await person(), { p_expires_in_seconds: 2_000_000_000 }));
    const lifeS = (Date.parse(expires_at) - before) / 1000;
    expect(lifeS).toBeGreaterThan(43_100);
    expect(lifeS).toBeLessThanOrEqual(43_202);
  });

  it('refuses a wrong secret, and writes the try down without it', async () => {
    const me = await person();
    for (const p_jwt_secret of ['wrong-secret-of-somebody', `${SECRET}x`, SECRET.slice(1)]) {
      const answer = await mint(me, { p_jwt_secret });
      expect(answer.statusCode).toBe(403);
      expect(refusal(answer)).toMatchObject({ code: 'forbidden', details: { field: 'p_jwt_secret' } });
      expect(answer.body).not.toContain(p_jwt_secret);
    }
    const { rows } = await test.db.one(
      system,
      `select outcome, detail from core.audit_log
       where action = 'mint_postgrest_write_jwt' and account_id = $1 and detail ? 'reason'`,
      [me.accountId],
    );
    expect(rows).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'refused', detail: { reason: 'wrong p_jwt_secret' } })),
    );
  });

  it.each(['viewer', 'engineer'] as const)('refuses a %s, whatever the secret', async (role) => {
    const answer = await mint(await person(role));
    expect(answer.statusCode).toBe(403);
    expect(refusal(answer)).toMatchObject({ code: 'forbidden', details: { required_role: 'admin' } });
  });

  it('is for an account that exists, with its e-mail, that the caller is an admin of', async () => {
    const me = await person('admin');
    const stranger = await person();
    const colleague = await person('engineer');
    await test.db.one(system, `update core.memberships set org_id = $1 where account_id = $2`, [
      me.orgId,
      colleague.accountId,
    ]);
    for (const wrong of [
      { p_email: 'other@example.org' },
      { p_account_id: randomUUID() },
      { p_account_id: stranger.accountId, p_email: stranger.email },
    ]) {
      const answer = await mint(me, wrong);
      expect(answer.statusCode).toBe(404);
      expect(refusal(answer)).toMatchObject({ code: 'not_found', details: { field: 'p_account_id' } });
    }
    const answer = await mint(me, {
      p_account_id: colleague.accountId,
      p_email: colleague.email.toUpperCase(),
    });
    expect((await context(minted(answer).token)).json()).toMatchObject({ account_id: colleague.accountId });
  });

  it('never reaches beyond the workspaces of the caller, nor above its role', async () => {
    const me = await person('admin');
    const colleague = await person('engineer');
    const join = (role: string) =>
      test.db.one(
        system,
        `insert into core.memberships (org_id, account_id, role_code) values ($1, $2, $3)
         on conflict (org_id, account_id) do update set role_code = excluded.role_code`,
        [me.orgId, colleague.accountId, role],
      );
    const ask = () => mint(me, { p_account_id: colleague.accountId, p_email: colleague.email });
    await join('engineer');
    // A member of another workspace as well: the token would act there.
    expect((await ask()).statusCode).toBe(404);
    await test.db.one(system, 'delete from core.memberships where account_id = $1 and org_id <> $2', [
      colleague.accountId,
      me.orgId,
    ]);
    await join('owner');
    expect((await ask()).statusCode).toBe(404);
    await join('admin');
    expect((await ask()).statusCode).toBe(200);
  });

  it('keeps the limit of the caller’s own token', async () => {
    const me = await person();
    const limited = await test.app.inject({
      method: 'POST',
      url: '/api/auth/tokens',
      headers: me.bearer,
      payload: { name: 'limited', role_cap: 'admin', expires_in_seconds: 3600 },
    });
    const { token } = limited.json<{ token: string }>();
    const answer = minted(await mint({ ...me, bearer: { authorization: `Bearer ${token}` } }));
    const { rows } = await test.db.one(
      system,
      'select role_cap from core.access_tokens where token_id = $1',
      [answer.token_id],
    );
    expect(rows).toEqual([{ role_cap: 'admin' }]);
  });

  it.each([
    ['p_jwt_secret', { p_jwt_secret: 5 }],
    ['p_account_id', { p_account_id: 'x' }],
    ['p_email', { p_email: null }],
    ['p_expires_in_seconds', { p_expires_in_seconds: 0 }],
    ['p_other', { p_other: 1 }],
  ])('names a wrong %s', async (field, overrides) => {
    const answer = await mint(await person(), overrides);
    expect(answer.statusCode).toBe(400);
    expect(refusal(answer)).toMatchObject({ code: 'validation_failed', details: { field } });
  });

  it('takes five tries a minute of an account, right ones too', async () => {
    const me = await person();
    for (let i = 0; i < 5; i += 1) expect((await mint(me)).statusCode).toBe(200);
    const answer = await mint(me);
    expect(answer.statusCode).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(refusal(answer)).toMatchObject({ code: 'rate_limited', details: { limit: 'mint', max: 5 } });
    expect((await mint(await person())).statusCode).toBe(200);
  });

  it('needs a bearer, and POST', async () => {
    const url = '/api/rpc/mint_postgrest_write_jwt';
    expect(
      (await test.app.inject({ method: 'POST', url, payload: { p_jwt_secret: SECRET } })).statusCode,
    ).toBe(401);
    const me = await person();
    expect((await test.app.inject({ url: `${url}?p_jwt_secret=x`, headers: me.bearer })).statusCode).toBe(
      405,
    );
  });

  it('is off unless configured', async () => {
    const off = await openTestApp();
    try {
      const me = { ...(await off.signIn({ email: 'off@example.org' })), email: 'off@example.org' };
      const answer = await mint(me, {}, off);
      expect(answer.statusCode).toBe(403);
      expect(refusal(answer)).toMatchObject({
        code: 'forbidden',
        hint: expect.stringContaining('MINT_SECRET') as unknown,
      });
    } finally {
      await off.close();
    }
  });

  it('leaves its secret nowhere: not in logs, not in the audit log, not in the database', async () => {
    await mint(await person());
    expect(test.logText()).not.toContain(SECRET);
    const { rows } = await test.db.one(
      system,
      `select count(*)::int as n from core.audit_log where to_jsonb(audit_log)::text like $1`,
      [`%${SECRET}%`],
    );
    expect(rows).toEqual([{ n: 0 }]);
    const { rows: functions } = await test.db.one(
      system,
      `select count(*)::int as n from pg_proc where proname = 'mint_postgrest_write_jwt'`,
    );
    expect(functions).toEqual([{ n: 0 }]);
  });
});
