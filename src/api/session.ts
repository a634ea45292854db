import { sessionSchema, type Session } from '#contract/session.ts';
import { ApiError } from './api-error.ts';

/** Tokens are renewed this long before they end, so that a request in flight does not outlive its token. */
const RENEW_BEFORE_MS = 30_000;

export type SessionAccount = Session['account'];
/** Sends one unauthenticated request and answers parsed JSON. */
export type SendPlain = (path: string, body?: unknown) => Promise<unknown>;

/**
 * Who is signed in: the access token lives here, in memory only, and is renewed through the refresh cookie.
 * One renewal at a time, shared by all callers of this tab and, by a lock, queued across tabs (the cookie rotates).
 */
export class SessionKeeper {
  private readonly send: SendPlain;
  private readonly now: () => number;
  private readonly listeners = new Set<() => void>();
  private current: { token: string; endsAt: number; account: SessionAccount } | null = null;
  private renewal: Promise<string | null> | null = null;

  constructor(send: SendPlain, now: () => number = Date.now) {
    this.send = send;
    this.now = now;
  }

  get account(): SessionAccount | null {
    return this.current?.account ?? null;
  }

  /** A token that is still good, renewed if need be; null when nobody is signed in. Throws when the server is away. */
  async token(): Promise<string | null> {
    if (this.current !== null && this.current.endsAt - this.now() > RENEW_BEFORE_MS)
      return this.current.token;
    return this.renew();
  }

  /** Renews, unless `refused` is no longer the token in use (another request renewed it meanwhile). */
  async renewAfterRefusal(refused: string | null): Promise<string | null> {
    if (this.current !== null && this.current.token !== refused) return this.current.token;
    return this.renew();
  }

  /** Takes the answer of a sign-in endpoint. */
  accept(answer: unknown): SessionAccount {
    const session = sessionSchema.parse(answer);
    this.current = {
      token: session.access_token,
      // A short-lived token would otherwise be renewed before each request.
      endsAt: this.now() + Math.max(session.expires_in * 1000, RENEW_BEFORE_MS + 5_000),
      account: session.account,
    };
    this.tell();
    return session.account;
  }

  forget(): void {
    if (this.current === null) return;
    this.current = null;
    this.tell();
  }

  /** Calls `listener` after each sign-in, renewal and sign-out; answers how to stop. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private renew(): Promise<string | null> {
    this.renewal ??= acrossTabs(() => this.askForToken()).finally(() => {
      this.renewal = null;
    });
    return this.renewal;
  }

  private async askForToken(): Promise<string | null> {
    try {
      this.accept(await this.send('/auth/refresh'));
      return this.current?.token ?? null;
    } catch (error) {
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
        this.forget();
        return null;
      }
      throw error;
    }
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function acrossTabs<T>(work: () => Promise<T>): Promise<T> {
  // Absent on plain http from another machine, and in Node.
  const locks = (globalThis.navigator as Navigator | undefined)?.locks;
  return locks === undefined ? work() : locks.request('yardstick-session', work);
}
