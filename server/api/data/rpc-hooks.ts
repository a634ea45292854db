import type { DataIdentity } from './identity.ts';

export interface RpcHookContext {
  readonly identity: DataIdentity;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export type RpcArgs = Readonly<Record<string, unknown>>;

/**
 * Work of the HTTP layer around one function, by its name. `before` may throw an ApiError, change the arguments, or
 * answer itself so that the database is not asked (secrets that SQL must not see). `after` may replace the result;
 * undefined keeps the database's text as it is. Only POST calls pass through hooks; a hooked name refuses GET.
 */
export interface RpcHook {
  before?(args: RpcArgs, context: RpcHookContext): Promise<RpcHookDecision | undefined>;
  after?(result: unknown, context: RpcHookContext): Promise<unknown>;
}

export type RpcHookDecision = { readonly args: RpcArgs } | { readonly answer: unknown };
