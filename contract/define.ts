import type { z } from 'zod';
import type { Role } from '#contract/jobs.ts';

/** A view of schema `api`: its name and the shape of a row. The drift test compares it with the database's own catalog. */
export interface ViewContract<Row extends z.ZodObject> {
  readonly name: string;
  readonly row: Row;
}

/** Declares a view of the contract. */
export function defineView<Row extends z.ZodObject>(name: string, row: Row): ViewContract<Row> {
  return { name, row };
}

/** A procedure of schema `api` at `POST /api/rpc/<name>`. */
export interface RpcContract<Params extends z.ZodObject, Returns extends z.ZodType> {
  readonly name: string;
  readonly params: Params;
  readonly returns: Returns;
  /** Lowest role in the workspace that may call it; `account` needs a sign-in only, `worker` a worker's token. */
  readonly minRole: Role | 'account' | 'worker';
  /** Parameters that hold a secret: encrypted by the API process before SQL sees them, never logged. */
  readonly secretParams: readonly string[];
}

/** Declares a procedure of the contract. */
export function defineRpc<Params extends z.ZodObject, Returns extends z.ZodType>(
  name: string,
  minRole: Role | 'account' | 'worker',
  params: Params,
  returns: Returns,
  options: { readonly secretParams?: readonly string[] } = {},
): RpcContract<Params, Returns> {
  return { name, params, returns, minRole, secretParams: options.secretParams ?? [] };
}
