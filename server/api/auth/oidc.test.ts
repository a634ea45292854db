import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionSchema } from '#contract/session.ts';
import { openTestOpenIdProvider, type TestOpenIdProvider } from '#testing/openid-provider.ts';
import { OWN_PAGE, openTestApp, refreshCookie, type TestApp } from '#testing/test-app.ts';
import type { OidcSettings } from './oidc-settings.ts';

const PUBLIC_URL = 'http://yardstick.test';
const settings = {
  clientId: '',
  clientSecret: '',
  issuer: '',
  label: 'Example',
  allowedDomains: ['example.org'],
  provision: null as OidcSettings['provision'],
};
let provider: TestOpenIdProvider;
let test: TestApp;
let orgId: string;

beforeAll(async () => {
  provider = await openTestOpenIdProvider(`${PUBLIC_URL}/api/auth/oidc/callback`);
  Object.assign(settings, {
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  });
  test = await openTestApp({ oidc: settings, publicUrl: PUBLIC_URL });
  ({ orgId } = await test.addAccount({ email: 'owner@example.org' }));
});
afterAll(async () => {
  await test.close();
  await provider.close();
});

const cookieOf = (answer: { cookies: { name: string; value: string }[] }): string =>
  answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** The browser's way to the provider and back to the callback's address. */
async function goToProvider(returnTo = '/'): Promise<{ callback: string; cookie: string; start: URL }> {
  const started = await test.app.inject({
    url: `/api/auth/oidc/start?return=${encodeURIComponent(returnTo)}`,
  });
  expect(started.statusCode).toBe(302);
  const start = new URL(String(started.headers.location));
  const jar = new Map<string, string>();
  let url = start.href;
  for (let hop = 0; hop < 6 && url.startsWith(provider.issuer); hop += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`stuck at ${url}: ${response.status} ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return { callback: url.slice(PUBLIC_URL.length), cookie: cookieOf(started), start };
}

async function signIn(returnTo = '/') {
  const { callback, cookie } = await goToProvider(returnTo);
  return test.app.inject({ url: callback, headers: { cookie } });
}

const system = { role: 'web_system' } as const;

describe('signing in by an OpenID provider', () => {
  it('is offered where it is configured', async () => {
    const { body } = await test.app.inject({ url: '/api/auth/methods' });
    expect(JSON.parse(body)).toEqual({
      password: true,
      oidc: { label: 'Example', start_url: '/api/auth/oidc/start' },
    });
    const without = await openTestApp();
    expect((await without.app.inject({ url: '/api/auth/methods' })).json()).toMatchObject({ oidc: null });
    expect((await without.app.inject({ url: '/api/auth/oidc/start' })).statusCode).toBe(404);
    await without.close();
  });

  it('opens a session of the account with that verified e-mail address, with PKCE, state and nonce', async () => {
    provider.person = { sub: 'p-1', email: 'Owner@Example.org', email_verified: true };
    const { callback, cookie, start } = await goToProvider('/w/x/runs/1?tab=2');
    expect(start.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(start.searchParams.get(name)?.length).toBeGreaterThan(20);
    const answer = await test.app.inject({ url: callback, headers: { cookie } });
    expect(answer.headers.location).toBe('/w/x/runs/1?tab=2');
    const refreshed = await test.app.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      headers: { ...OWN_PAGE, cookie: refreshCookie(answer) },
    });
    expect(sessionSchema.parse(refreshed.json()).account.email).toBe('owner@example.org');
    const { rows } = await test.db.one(
      system,
      `select action, outcome from core.audit_log where org_id = $1 and action in ('sign_in', 'link_external_identity') order by audit_id`,
      [orgId],
    );
    expect(rows).toEqual([
      { action: 'link_external_identity', outcome: 'done' },
      { action: 'sign_in', outcome: 'done' },
    ]);
  });

  it('knows a person again by the provider’s sub, whatever the address is now', async () => {
    provider.person = { sub: 'p-1', email: 'renamed@example.org', email_verified: true };
    expect((await signIn()).headers.location).toBe('/');
    const { rows } = await test.db.one(
      system,
      `select count(*)::integer as n from core.accounts where email like 'renamed%'`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('refuses an unverified or foreign address and an unknown person, and writes it down', async () => {
    for (const [person, why] of [
      [{ email: 'owner@example.org', email_verified: false }, 'unverified'],
      [{ email: 'owner@example.org' }, 'unverified'],
      [{ email: 'owner@example.org.evil.test', email_verified: true }, 'domain'],
      [{ email: 'new@example.org', email_verified: true }, 'unknown'],
    ] as const) {
      provider.person = { sub: `stranger-${why}`, ...person };
      const answer = await signIn();
      expect(answer.headers.location).toBe(`/sign-in?oidc=${why}`);
      expect(answer.cookies.some(({ name }) => name === 'ys_refresh')).toBe(false);
    }
    const { rows } = await test.db.one<{ why: string }>(
      system,
      `select detail ->> 'why' as why from core.audit_log where outcome = 'refused' and action = 'sign_in' order by audit_id`,
    );
    expect(rows.map((row) => row.why)).toEqual(['unverified', 'unverified', 'domain', 'unknown']);
  });

  it('makes an account with the role and workspace of the settings', async () => {
    settings.provision = { orgId, role: 'viewer' };
    try {
      provider.person = { sub: 'p-2', email: 'new@example.org', email_verified: true, name: 'New Person' };
      expect((await signIn()).headers.location).toBe('/');
    } finally {
      settings.provision = null;
    }
    const { rows } = await test.db.one(
      system,
      `select a.display_name, m.org_id, m.role_code from core.accounts a join core.memberships m using (account_id) where a.email = 'new@example.org'`,
    );
    expect(rows).toEqual([{ display_name: 'New Person', org_id: orgId, role_code: 'viewer' }]);
  });

  it('refuses a disabled account', async () => {
    await test.db.one(system, `update core.accounts set disabled_at = now() where email = 'new@example.org'`);
    provider.person = { sub: 'p-2', email: 'new@example.org', email_verified: true };
    expect((await signIn()).headers.location).toBe('/sign-in?oidc=disabled');
  });

  it('takes an answer once, in the browser that asked, with the state that it sent', async () => {
    provider.person = { sub: 'p-1', email: 'owner@example.org', email_verified: true };
    const mine = await goToProvider();
    const theirs = await goToProvider();
    const open = async (callback: string, cookie: string) =>
      (await test.app.inject({ url: callback, headers: { cookie } })).headers.location;
    expect(await open(mine.callback, '')).toBe('/sign-in?oidc=expired');
    expect(await open(mine.callback, 'ys_oidc=enc:v1:forged')).toBe('/sign-in?oidc=expired');
    expect(await open(mine.callback, theirs.cookie)).toBe('/sign-in?oidc=failed');
    expect(await open(mine.callback.replace(/code=[^&]+/, 'code=guessed'), mine.cookie)).toBe(
      '/sign-in?oidc=failed',
    );
    expect(await open(theirs.callback, theirs.cookie)).toBe('/');
    expect(await open(theirs.callback, theirs.cookie)).toBe('/sign-in?oidc=failed');
  });

  it('never leads to another site', async () => {
    provider.person = { sub: 'p-1', email: 'owner@example.org', email_verified: true };
    for (const evil of ['//evil.test', 'https://evil.test/', '/\\evil.test'])
      expect((await signIn(evil)).headers.location).toBe('/');
  });

  it('says that the provider is away, and that only', async () => {
    const away = await openTestApp({
      oidc: { ...settings, issuer: 'http://127.0.0.1:9' },
      publicUrl: PUBLIC_URL,
    });
    const answer = await away.app.inject({ url: '/api/auth/oidc/start?return=/x' });
    expect(answer.headers.location).toBe('/sign-in?oidc=unreachable&return=%2Fx');
    await away.close();
  });
});
