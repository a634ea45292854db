import { setTimeout as pause } from 'node:timers/promises';

/** A script's way to the platform: a long-lived token and plain fetch. Retries while the platform is away. */
export interface PlatformClient {
  rpc<T>(name: string, args?: Readonly<Record<string, unknown>>): Promise<T>;
  read<T>(viewAndQuery: string): Promise<T[]>;
  readonly accountId: string;
  readonly orgId: string;
  readonly token: string;
}

/** What the platform refused, with its status and body. */
export class PlatformRefusal extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.name = 'PlatformRefusal';
    this.status = status;
  }
}

/** Redeems the one-time link and makes a token that lives for a day. */
export async function signInByLink(url: string, link: string): Promise<PlatformClient> {
  const oneTime = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const session = await call<{ access_token: string }>(url, 'POST', '/api/auth/link', null, {
    token: oneTime,
  });
  const { token } = await call<{ token: string }>(url, 'POST', '/api/auth/tokens', session.access_token, {
    name: 'script',
    expires_in_seconds: 86_400,
  });
  const context = await call<{
    account_id: string;
    memberships: { org_id: string; is_reference: boolean }[];
  }>(url, 'POST', '/api/rpc/get_current_user_context', token, {});
  const own = context.memberships.find((membership) => !membership.is_reference);
  if (own === undefined) throw new Error('the account has no workspace');
  return {
    token,
    accountId: context.account_id,
    orgId: own.org_id,
    rpc: (name, args = {}) => call(url, 'POST', `/api/rpc/${name}`, token, args),
    read: (viewAndQuery) => call(url, 'GET', `/api/${viewAndQuery}`, token),
  };
}

async function call<T>(
  url: string,
  method: string,
  path: string,
  token: string | null,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  if (!response.ok) throw new PlatformRefusal(response.status, text);
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Repeats a read while the platform is away (connection refused, 503), up to `limitMs`. */
export async function whileAway<T>(limitMs: number, attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isAway(error) || Date.now() > end) throw error;
      await pause(300);
    }
  }
}

function isAway(error: unknown): boolean {
  if (error instanceof PlatformRefusal) return error.status === 503 || error.status === 429;
  // What fetch throws when nobody listens or the connection breaks, and AbortSignal.timeout when nobody answers.
  return (
    error instanceof Error &&
    (error.message === 'fetch failed' || error.message === 'terminated' || error.name === 'TimeoutError')
  );
}
