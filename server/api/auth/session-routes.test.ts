import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/session.ts';
import { openTestApp, OWN_PAGE, refreshCookie, type TestApp } from '#testing/test-app.ts';
import { createSignInLink } from './sign-in-links.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const post = (url: string, payload?: object, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: `/api/auth/${url}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
const refresh = (cookie: string, headers: Record<string, string> = OWN_PAGE) =>
  post('refresh', undefined, { cookie, ...headers });
const context = (bearer: { authorization: string }) =>
  t.app.inject({ method: 'POST', url: '/api/rpc/get_current_user_context', payload: {}, headers: bearer });
const sql = (text: string, params: string[] = []) => t.db.one({ role: 'web_system' }, text, params);
const audited = async (accountId: string) =>
  (
    await sql(
      'select action, outcome, org_id from core.audit_log where account_id = $1::uuid order by audit_id',
      [accountId],
    )
  ).rows;

describe('sign-in by password', () => {
  it('answers a session whose access token works and whose cookie a page cannot read', async () => {
    const { accountId, orgId } = await t.addAccount({ email: 'ada@example.org', password: 'correct horse' });
    const response = await post('sign-in', { email: 'Ada@Example.org', password: 'correct horse' });
    expect(response.statusCode).toBe(200);
    const session = sessionSchema.parse(response.json());
    expect(session).toMatchObject({
      expires_in: 900,
      account: { account_id: accountId, email: 'ada@example.org' },
    });
    const cookie = response.headers['set-cookie'];
    expect(cookie).toMatch(
      /^ys_refresh=ysf_[^;]+; Max-Age=2592000; Path=\/api\/auth; HttpOnly; SameSite=Strict$/,
    );
    expect(response.headers['cache-control']).toBe('no-store');
    const me = await context({ authorization: `Bearer ${session.access_token}` });
    expect(me.json()).toMatchObject({
      account_id: accountId,
      has_password: true,
      memberships: [{ org_id: orgId, role: 'owner' }],
    });
    expect(await audited(accountId)).toEqual([{ action: 'sign_in', outcome: 'done', org_id: orgId }]);
  });

  it('answers a wrong password, an unknown address and a disabled account the same', async () => {
    const { accountId } = await t.addAccount({ email: 'bob@example.org', password: 'correct horse' });
    await t.addAccount({ email: 'off@example.org', password: 'correct horse' });
    await sql(`update core.accounts set disabled_at = now() where email = 'off@example.org'`);
    const answers = await Promise.all([
      post('sign-in', { email: 'bob@example.org', password: 'wrong' }),
      post('sign-in', { email: 'nobody@example.org', password: 'wrong' }),
      post('sign-in', { email: 'off@example.org', password: 'correct horse' }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.json()).toEqual(answers[0].json());
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(await audited(accountId)).toMatchObject([{ action: 'sign_in', outcome: 'refused' }]);
  });

  it('refuses further guesses, the right one too, and says when to come back', async () => {
    await t.addAccount({ email: 'eve@example.org', password: 'correct horse' });
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => post('sign-in', { email: 'eve@example.org', password: 'wrong' })),
    );
    expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([
      401, 401, 401, 401, 401, 429, 429, 429,
    ]);
    const right = await post('sign-in', { email: 'EVE@example.org', password: 'correct horse' });
    expect(right.statusCode).toBe(429);
    expect(right.json()).toMatchObject({ code: 'rate_limited' });
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(800);
    await t.addAccount({ email: 'other@example.org', password: 'correct horse' });
    expect(
      (await post('sign-in', { email: 'other@example.org', password: 'correct horse' })).statusCode,
    ).toBe(200);
  });

  it('names the fields that are wrong', async () => {
    const response = await post('sign-in', { email: 'no address', password: '' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      details: { fields: { email: 'Enter an e-mail address.', password: 'Enter your password.' } },
    });
  });
});

describe('sign-in link', () => {
  it('works once, also when many spend it at once', async () => {
    const { accountId } = await t.addAccount();
    const token = await createSignInLink(t.db, accountId, 60);
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('link', { token })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    const stored = await sql(
      `select encode(token_hash, 'hex') as hash, used_at from core.sign_in_links where account_id = $1::uuid`,
      [accountId],
    );
    expect(stored.rows[0]?.['used_at']).toBeInstanceOf(Date);
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    expect((await sql('select from core.sessions where account_id = $1::uuid', [accountId])).rowCount).toBe(
      1,
    );
  });

  it('does not work after its time, nor for a disabled account', async () => {
    const { accountId } = await t.addAccount();
    const late = await createSignInLink(t.db, accountId, 60);
    await sql(
      `update core.sign_in_links set expires_at = now() - interval '1 second' where account_id = $1::uuid`,
      [accountId],
    );
    expect((await post('link', { token: late })).statusCode).toBe(401);
    const disabled = await createSignInLink(t.db, accountId, 60);
    await sql('update core.accounts set disabled_at = now() where account_id = $1::uuid', [accountId]);
    expect((await post('link', { token: disabled })).statusCode).toBe(401);
  });
});

describe('refresh', () => {
  it('rotates the cookie, answers an access token, and slides the end of the session', async () => {
    const { accountId, cookie } = await t.signIn();
    await sql(`update core.sessions set expires_at = now() + interval '1 day' where account_id = $1::uuid`, [
      accountId,
    ]);
    const response = await refresh(cookie);
    expect(response.statusCode).toBe(200);
    expect(sessionSchema.parse(response.json()).account.account_id).toBe(accountId);
    expect(refreshCookie(response)).not.toBe(cookie);
    expect((await refresh(refreshCookie(response))).statusCode).toBe(200);
    const { rows } = await sql(
      `select expires_at > now() + interval '29 days' as slid from core.sessions where account_id = $1::uuid`,
      [accountId],
    );
    expect(rows).toEqual([{ slid: true }]);
  });

  it('gives two tabs the same successor', async () => {
    const { cookie } = await t.signIn();
    const answers = await Promise.all([refresh(cookie), refresh(cookie), refresh(cookie)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(refreshCookie)).size).toBe(1);
    expect((await refresh(refreshCookie(answers[0]))).statusCode).toBe(200);
  });

  it('revokes the session when an old token comes back later, the access token at once', async () => {
    const { accountId, cookie, bearer } = await t.signIn();
    expect((await context(bearer)).statusCode).toBe(200);
    const next = refreshCookie(await refresh(cookie));
    await sql(
      `update core.sessions set last_used_at = now() - interval '11 seconds' where account_id = $1::uuid`,
      [accountId],
    );
    const stolen = await refresh(cookie);
    expect(stolen.statusCode).toBe(401);
    expect(stolen.headers['set-cookie']).toMatch(/^ys_refresh=; .*Expires=Thu, 01 Jan 1970/);
    expect((await refresh(next)).statusCode).toBe(401);
    expect((await context(bearer)).statusCode).toBe(401);
    expect(await audited(accountId)).toContainEqual(
      expect.objectContaining({ action: 'session_reuse_detected', outcome: 'refused' }),
    );
  });

  it('refuses an expired session, a disabled account, an unknown token and none', async () => {
    const a = await t.signIn();
    await sql(`update core.sessions set expires_at = now() where account_id = $1::uuid`, [a.accountId]);
    const b = await t.signIn();
    await sql(`update core.accounts set disabled_at = now() where account_id = $1::uuid`, [b.accountId]);
    for (const cookie of [a.cookie, b.cookie, 'ys_refresh=ysf_unknown', 'ys_refresh=', 'other=1']) {
      expect((await refresh(cookie)).statusCode, cookie).toBe(401);
    }
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['a sister site', { 'sec-fetch-site': 'same-site', origin: 'https://sister.example' }, 403],
    ['an origin alone that is another', { origin: 'https://evil.example' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['nothing said', {}, 403],
    ['the own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }, 200],
    ['the own origin, in an old browser', { origin: 'http://localhost:4600', host: 'localhost:4600' }, 200],
    ['a script with the header', { 'x-requested-with': 'curl' }, 200],
  ])('is open to pages of this server only: %s', async (_what, headers, status) => {
    const { cookie } = await t.signIn();
    expect((await refresh(cookie, headers as Record<string, string>)).statusCode).toBe(status);
    const out = await post('sign-out', undefined, { cookie, ...headers });
    expect(out.statusCode).toBe(status === 200 ? 204 : 403);
  });

  it('stores hashes only', async () => {
    const { cookie } = await t.signIn({ email: 'hash@example.org', password: 'a long pass phrase' });
    const secret = cookie.slice('ys_refresh='.length);
    const { rows } = await t.db.admin((tx) =>
      tx.query(
        'select row_to_json(s)::text as row from core.sessions s union all select row_to_json(a)::text from core.accounts a',
      ),
    );
    const text = JSON.stringify(rows);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('a long pass phrase');
    expect(text).toContain('$argon2id$');
  });
});

describe('sign-out', () => {
  it('ends the session by cookie, forgets the cookie, and closes the access token at once', async () => {
    const { accountId, cookie, bearer } = await t.signIn();
    expect((await context(bearer)).statusCode).toBe(200);
    const response = await post('sign-out', undefined, { cookie, ...OWN_PAGE });
    expect(response.statusCode).toBe(204);
    expect(response.headers['set-cookie']).toMatch(/^ys_refresh=; /);
    expect((await context(bearer)).statusCode).toBe(401);
    expect((await refresh(cookie)).statusCode).toBe(401);
    expect(await audited(accountId)).toContainEqual(expect.objectContaining({ action: 'sign_out' }));
    expect((await post('sign-out', {}, { cookie, ...OWN_PAGE })).statusCode).toBe(204);
  });

  it('ends the session by its access token alone', async () => {
    const { cookie, bearer } = await t.signIn();
    expect((await post('sign-out', {}, { ...bearer, ...OWN_PAGE })).statusCode).toBe(204);
    expect((await refresh(cookie)).statusCode).toBe(401);
  });
});

describe('behind https', () => {
  it('marks the cookie Secure', async () => {
    const https = await openTestApp({ publicUrl: 'https://bench.example.org' });
    try {
      const { accountId } = await https.addAccount();
      const token = await createSignInLink(https.db, accountId, 60);
      const response = await https.app.inject({ method: 'POST', url: '/api/auth/link', payload: { token } });
      expect(response.headers['set-cookie']).toContain('; Secure;');
      expect(response.headers['strict-transport-security']).toContain('max-age=31536000');
      const cookie = refreshCookie(response);
      const again = await https.app.inject({
        method: 'POST',
        url: '/api/auth/refresh',
        headers: { cookie, origin: 'https://bench.example.org' },
      });
      expect(again.statusCode).toBe(200);
    } finally {
      await https.close();
    }
  });
});

describe('random cookies', () => {
  it('are answered with 429 after a while, and one that is good elsewhere is not', async () => {
    const { cookie } = await t.signIn();
    const ask = (each: string, url: string, remoteAddress: string) =>
      t.app.inject({
        method: 'POST',
        url: `/api/auth/${url}`,
        headers: { cookie: each, ...OWN_PAGE },
        remoteAddress,
      });
    for (let i = 0; i < 60; i += 1) {
      const url = i % 2 === 0 ? 'refresh' : 'sign-out';
      const { statusCode } = await ask(`ys_refresh=ysf_random-${i}`, url, '192.0.2.7');
      expect(statusCode, `${url} ${i}`).toBe(i % 2 === 0 ? 401 : 204);
    }
    const refused = await ask('ys_refresh=ysf_random', 'refresh', '192.0.2.7');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
    expect((await ask('ys_refresh=ysf_random', 'sign-out', '192.0.2.7')).statusCode).toBe(429);
    expect((await ask(cookie, 'refresh', '192.0.2.8')).statusCode).toBe(200);
  });
});

it('refuses a body of many levels without a trip to the database', async () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const url of ['sign-in', 'link', 'password', 'tokens']) {
    const { bearer } = await t.signIn();
    const response = await t.app.inject({
      method: 'POST',
      url: `/api/auth/${url}`,
      headers: { 'content-type': 'application/json', ...bearer },
      payload: `{"email": ${deep}, "token": ${deep.slice(0, 2)}, "name": [], "new_password": {}}`,
    });
    expect(response.statusCode, url).toBe(400);
    expect(response.json(), url).toMatchObject({ code: 'validation_failed' });
  }
});
