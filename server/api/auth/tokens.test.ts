import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createdTokenSchema } from '#contract/auth.ts';
import { openTestApp, OWN_PAGE, type SignedIn, type TestApp } from '#testing/test-app.ts';
import { createJwtKeys } from './access-jwt.ts';

let t: TestApp;
let me: SignedIn;
beforeAll(async () => {
  t = await openTestApp();
  me = await t.signIn({ email: 'me@example.org' });
});
afterAll(() => t.close());

const call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string>,
  payload?: object,
) => t.app.inject({ method, url: `/api/${url}`, headers, ...(payload === undefined ? {} : { payload }) });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const context = (headers: Record<string, string>) =>
  call('POST', 'rpc/get_current_user_context', headers, {});
const sql = (text: string, params: string[] = []) => t.db.one({ role: 'web_system' }, text, params);

async function makeToken(body: object = {}, by: SignedIn = me) {
  const response = await call(
    'POST',
    'auth/tokens',
    { ...by.bearer },
    { name: 'CI', expires_in_seconds: 3_600, ...body },
  );
  expect(response.statusCode).toBe(201);
  return createdTokenSchema.parse(response.json());
}

describe('a token made by hand', () => {
  it('works, is listed without itself, says when it was used, and is stored nowhere', async () => {
    const made = await makeToken({ name: '  Nightly  ' });
    expect(made).toMatchObject({ name: 'Nightly', role_cap: null, last_used_at: null, revoked_at: null });
    expect(Date.parse(made.expires_at) - Date.now()).toBeGreaterThan(3_590_000);
    expect((await context(bearer(made.token))).json()).toMatchObject({ account_id: me.accountId });
    const list = (await call('GET', 'auth/tokens', { ...me.bearer })).json<Record<string, unknown>[]>();
    const row = list.find((each) => each['token_id'] === made.token_id);
    expect(row).toMatchObject({ name: 'Nightly', last_used_at: expect.any(String) as string });
    expect(JSON.stringify(list)).not.toContain('eyJ');
    const { rows } = await sql('select row_to_json(a)::text as row from core.access_tokens a');
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(-30));
    const { rows: audit } = await sql('select detail from core.audit_log where object_id = $1', [
      made.token_id,
    ]);
    expect(audit).toMatchObject([{ detail: { name: 'Nightly' } }]);
  });

  it('writes when it was used at most once a minute', async () => {
    const made = await makeToken();
    await context(bearer(made.token));
    // Made before the age is set: the minute must not pass meanwhile.
    const [other, another] = [await openTestAppOnSame(), await openTestAppOnSame()];
    await sql(
      `update core.access_tokens set last_used_at = now() - interval '59 seconds' where token_id = $1::uuid`,
      [made.token_id],
    );
    await other(made.token);
    expect((await ageS(made.token_id)) > 50).toBe(true);
    await sql(
      `update core.access_tokens set last_used_at = now() - interval '61 seconds' where token_id = $1::uuid`,
      [made.token_id],
    );
    await another(made.token);
    expect((await ageS(made.token_id)) < 50).toBe(true);
  });

  it('ends at once when it is revoked here', async () => {
    const made = await makeToken();
    expect((await context(bearer(made.token))).statusCode).toBe(200);
    expect((await call('DELETE', `auth/tokens/${made.token_id}`, { ...me.bearer })).statusCode).toBe(204);
    const refused = await context(bearer(made.token));
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ code: 'unauthenticated' });
    expect((await call('DELETE', `auth/tokens/${made.token_id}`, { ...me.bearer })).statusCode).toBe(204);
  });

  it('ends when it expires in the database', async () => {
    const made = await makeToken();
    await sql('update core.access_tokens set expires_at = now() where token_id = $1::uuid', [made.token_id]);
    expect((await context(bearer(made.token))).statusCode).toBe(401);
  });

  it('is capped by its role', async () => {
    const project = (name: string) => ({
      p_owner_account_id: me.accountId,
      p_org_id: me.orgId,
      p_project_name: name,
    });
    const viewer = await makeToken({ role_cap: 'viewer' });
    const engineer = await makeToken({ role_cap: 'engineer' });
    const refused = await call('POST', 'rpc/create_project', bearer(viewer.token), project('A'));
    expect(refused.statusCode).toBe(403);
    expect(refused.json()).toMatchObject({
      code: 'forbidden',
      details: { required_role: 'engineer', role: 'viewer' },
    });
    expect((await call('POST', 'rpc/create_project', bearer(engineer.token), project('B'))).statusCode).toBe(
      200,
    );
    expect((await call('GET', 'v_projects', bearer(viewer.token))).json()).toMatchObject([
      { project_name: 'B' },
    ]);
  });

  it('neither makes tokens, nor sets the password, nor revokes another', async () => {
    const one = await makeToken({ role_cap: 'viewer' });
    const two = await makeToken();
    const body = { name: 'Wider', expires_in_seconds: 3_600 };
    expect((await call('POST', 'auth/tokens', bearer(one.token), body)).statusCode).toBe(403);
    expect(
      (await call('POST', 'auth/password', bearer(one.token), { new_password: 'a new pass phrase' }))
        .statusCode,
    ).toBe(403);
    expect((await call('DELETE', `auth/tokens/${two.token_id}`, bearer(one.token))).statusCode).toBe(403);
    expect((await call('DELETE', `auth/tokens/${one.token_id}`, bearer(one.token))).statusCode).toBe(204);
    expect((await context(bearer(one.token))).statusCode).toBe(401);
    expect((await context(bearer(two.token))).statusCode).toBe(200);
  });

  it('does not exist for another account', async () => {
    const made = await makeToken();
    const other = await t.signIn();
    expect((await call('GET', 'auth/tokens', { ...other.bearer })).json()).toEqual([]);
    expect((await call('DELETE', `auth/tokens/${made.token_id}`, { ...other.bearer })).statusCode).toBe(404);
    expect((await call('DELETE', `auth/tokens/${randomUUID()}`, { ...me.bearer })).statusCode).toBe(404);
  });

  it('names what is wrong with its life and role', async () => {
    const response = await call(
      'POST',
      'auth/tokens',
      { ...me.bearer },
      { name: ' ', expires_in_seconds: 5, role_cap: 'god' },
    );
    expect(response.statusCode).toBe(400);
    const { details } = response.json<{ details: { fields: Record<string, string> } }>();
    expect(Object.keys(details.fields).sort()).toEqual(['expires_in_seconds', 'name', 'role_cap']);
  });
});

describe('the identity behind a token', () => {
  it('is gone once the account is disabled, after the cache at the latest', async () => {
    const off = await t.signIn();
    const made = await makeToken({}, off);
    await sql('update core.accounts set disabled_at = now() where account_id = $1::uuid', [off.accountId]);
    expect((await context({ ...off.bearer })).statusCode).toBe(401);
    expect((await context(bearer(made.token))).statusCode).toBe(401);
  });

  it('is refused with WWW-Authenticate for whatever is no good token of ours', async () => {
    const { jwtSecret } = t.secrets;
    const { rows } = await sql('select session_id from core.sessions where account_id = $1::uuid limit 1', [
      me.accountId,
    ]);
    const sid = rows[0]?.['session_id'];
    const signed = (change: (jwt: SignJWT) => SignJWT, key = jwtSecret, alg = 'HS256', typ = 'at+jwt') =>
      change(
        new SignJWT({ kind: 'access', sid })
          .setProtectedHeader({ alg, typ })
          .setSubject(me.accountId)
          .setIssuer('yardstick')
          .setAudience('yardstick-api')
          .setIssuedAt()
          .setExpirationTime('5m'),
      ).sign(key);
    const same = (jwt: SignJWT) => jwt;
    expect((await context(bearer(await signed(same)))).statusCode, 'the form itself').toBe(200);
    expect(
      (
        await context(
          bearer(await signed((jwt) => jwt.setExpirationTime(Math.floor(Date.now() / 1000) - 20))),
        )
      ).statusCode,
      'within the skew',
    ).toBe(200);
    const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${(await signed(same)).split('.')[1] ?? ''}.`;
    const bad: Record<string, string> = {
      'expired beyond the skew': await signed((jwt) =>
        jwt.setExpirationTime(Math.floor(Date.now() / 1000) - 40),
      ),
      'another issuer': await signed((jwt) => jwt.setIssuer('other')),
      'another audience': await signed((jwt) => jwt.setAudience('other')),
      'another type': await signed(same, jwtSecret, 'HS256', 'JWT'),
      'another algorithm': await signed(same, Buffer.concat([jwtSecret, jwtSecret]), 'HS512'),
      'another key': await signed(same, Buffer.alloc(48, 1)),
      'a session of somebody else': await signed((jwt) => jwt.setSubject(randomUUID())),
      'no signature': none,
      'an unknown worker token': 'ysw_unknown',
      'an unknown registration token': 'ysr_unknown',
      nonsense: 'abc',
    };
    for (const [what, token] of Object.entries(bad)) {
      const response = await context(bearer(token));
      expect(response.statusCode, what).toBe(401);
      expect(response.headers['www-authenticate'], what).toBe('Bearer');
      expect(response.json(), what).toMatchObject({ code: 'unauthenticated', details: null });
    }
    for (const header of ['Basic abc', 'Bearer', `Bearer ${'a'.repeat(5_000)}`, 'Bearer a b']) {
      expect((await context({ authorization: header })).statusCode, header.slice(0, 20)).toBe(401);
    }
    expect((await context({})).headers['www-authenticate']).toBe('Bearer');
  });

  it('answers random tokens with 429 before it asks the database, not those that were good before', async () => {
    const own = await openTestApp();
    try {
      const person = await own.signIn();
      const ask = (authorization: string, remoteAddress = '192.0.2.1') =>
        own.app.inject({ url: '/api/auth/tokens', headers: { authorization }, remoteAddress });
      expect((await ask(person.bearer.authorization)).statusCode).toBe(200);
      const lanes = watchLookUps(own);
      const guesses: Awaited<ReturnType<typeof ask>>[] = [];
      for (let round = 0; round < 7; round += 1) {
        const bearers = Array.from(
          { length: 44 },
          (_, i) => `Bearer ${i % 2 ? 'ysw' : 'ysr'}_${randomUUID()}`,
        );
        guesses.push(...(await Promise.all(bearers.map((each) => ask(each)))));
      }
      const refused = guesses.filter(({ statusCode }) => statusCode === 429);
      expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(300);
      expect(refused).toHaveLength(8);
      expect(refused[0]?.json()).toMatchObject({ code: 'rate_limited' });
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(30);
      expect(lanes()).toEqual(Array.from({ length: 300 }, () => 'read'));
      expect((await ask('Bearer ysw_other', '192.0.2.2')).statusCode, 'from another address').toBe(401);
      // Who was here before goes on when its identity must be looked up again, and does not queue with the reads.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
      expect((await ask(person.bearer.authorization)).statusCode).toBe(200);
      expect(lanes().at(-1)).toBe('control');
      expect((await ask('Bearer ysw_another')).statusCode, 'still').toBe(429);
      vi.setSystemTime(Date.now() + 60_000);
      expect((await ask('Bearer ysw_another')).statusCode, 'later').toBe(401);
    } finally {
      vi.useRealTimers();
      await own.close();
    }
  });

  it('asks the database once for one token, good or bad, that many requests bring at once', async () => {
    const own = await openTestApp();
    try {
      const person = await own.signIn();
      const lanes = watchLookUps(own);
      const ask = (authorization: string) =>
        own.app.inject({ url: '/api/auth/tokens', headers: { authorization } });
      const burst = (authorization: string) =>
        Promise.all(Array.from({ length: 20 }, () => ask(authorization)));
      const bad = await burst('Bearer ysw_nobody');
      expect(bad.every(({ statusCode }) => statusCode === 401)).toBe(true);
      expect((await ask('Bearer ysw_nobody')).statusCode).toBe(401);
      expect(lanes()).toEqual(['read']);
      const good = await burst(person.bearer.authorization);
      expect(good.every(({ statusCode }) => statusCode === 200)).toBe(true);
      expect(lanes()).toEqual(['read', 'read']);
    } finally {
      await own.close();
    }
  });

  it('needs a secret of 32 bytes', () => {
    expect(() => createJwtKeys(Buffer.alloc(31))).toThrow(RangeError);
  });
});

describe('password', () => {
  it('is set without one, changed with the right one, and ends the other sessions', async () => {
    const first = await t.signIn({ email: 'pw@example.org' });
    const set = (headers: object, body: object) =>
      call('POST', 'auth/password', headers as Record<string, string>, body);
    expect((await set(first.bearer, { new_password: 'too short' })).json()).toMatchObject({
      details: { fields: { new_password: 'At least 10 characters.' } },
    });
    const kept = await makeToken({}, first);
    const set1 = await set(first.bearer, { new_password: 'a first pass phrase' });
    expect(set1.statusCode).toBe(200);
    // Nobody knew a password before: what the account made by itself goes on.
    expect(set1.json()).toEqual({ ended_sessions: 0, revoked_tokens: 0 });
    expect((await context(bearer(kept.token))).statusCode).toBe(200);
    const other = await makeToken();
    const signIn = (password: string) =>
      call('POST', 'auth/sign-in', {}, { email: 'pw@example.org', password });
    const second = await signIn('a first pass phrase');
    expect(second.statusCode).toBe(200);
    const secondBearer = bearer(second.json<{ access_token: string }>().access_token);
    expect((await context(secondBearer)).statusCode).toBe(200);

    const wrong = await set(first.bearer, {
      current_password: 'wrong',
      new_password: 'a second pass phrase',
    });
    expect(wrong.json()).toMatchObject({
      code: 'validation_failed',
      details: { fields: { current_password: expect.any(String) as string } },
    });
    const right = await set(first.bearer, {
      current_password: 'a first pass phrase',
      new_password: 'a second pass phrase',
    });
    expect(right.statusCode).toBe(200);
    expect(right.json()).toEqual({ ended_sessions: 1, revoked_tokens: 1 });
    expect((await context(bearer(kept.token))).statusCode).toBe(401);
    expect((await context(bearer(other.token))).statusCode, 'of another account').toBe(200);
    expect((await context(bearer((await makeToken({}, first)).token))).statusCode, 'made after').toBe(200);
    const { rows: audit } = await sql(
      `select detail from core.audit_log where account_id = $1::uuid and action = 'set_password' order by audit_id`,
      [first.accountId],
    );
    expect(audit.map((row) => row['detail'])).toEqual([
      { ended_sessions: 0, revoked_tokens: 0 },
      { ended_sessions: 1, revoked_tokens: 1 },
    ]);
    expect((await context(secondBearer)).statusCode).toBe(401);
    expect((await context({ ...first.bearer })).statusCode).toBe(200);
    expect((await call('POST', 'auth/refresh', { cookie: first.cookie, ...OWN_PAGE })).statusCode).toBe(200);
    expect((await signIn('a first pass phrase')).statusCode).toBe(401);
    expect((await signIn('a second pass phrase')).statusCode).toBe(200);
  });
});

/** Lanes of the look-ups of tokens from now on; they are real. */
function watchLookUps(own: TestApp): () => (string | undefined)[] {
  const one = vi.spyOn(own.db, 'one');
  return () =>
    one.mock.calls
      .filter(([, text]) => /core\.(workers|worker_registration_tokens|sessions) /.test(text))
      // The audit of refused calls asks for a worker's workspace.
      .filter(([, text]) => !text.includes('core.audit_log'))
      .map(([options]) => options.lane);
}

/** Another API process on the same database: its cache is empty. */
async function openTestAppOnSame() {
  const { createAuthenticate } = await import('./authenticate.ts');
  const { IdentityCache } = await import('./identity-cache.ts');
  const authenticate = createAuthenticate({
    db: t.db,
    keys: createJwtKeys(t.secrets.jwtSecret),
    cache: new IdentityCache(),
  });
  return (token: string) => {
    const request = { identity: null, headers: bearer(token), method: 'GET', raw: { url: '/api/x' } };
    return authenticate(request as unknown as Parameters<typeof authenticate>[0]);
  };
}

async function ageS(tokenId: string): Promise<number> {
  const { rows } = await t.db.one<{ age: number }>(
    { role: 'web_system' },
    'select extract(epoch from now() - last_used_at)::float8 as age from core.access_tokens where token_id = $1::uuid',
    [tokenId],
  );
  return rows[0]?.age ?? -1;
}
