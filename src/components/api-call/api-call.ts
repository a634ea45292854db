import type { RpcContract, ViewContract } from '#contract/define.ts';
import type { z } from 'zod';
import { viewRequest, type ViewQuery } from '#src/api/view-query.ts';

/** One call of the API, as a program would make it. `path` is below the API's address. */
export interface ApiCall {
  /** What it answers: "Deployments of this model". */
  readonly label: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The read of a view behind what a page shows. */
export function viewCall<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  query: ViewQuery<z.output<Row>>,
  label: string = view.name,
): ApiCall {
  const { search, headers } = viewRequest(query);
  return { label, method: 'GET', path: `/${view.name}${search}`, headers, body: null };
}

/** The call of a procedure. */
export function rpcCall<Params extends z.ZodObject>(
  rpc: Pick<RpcContract<Params, z.ZodType>, 'name'>,
  args: z.input<Params>,
  label: string = rpc.name,
): ApiCall {
  return { label, method: 'POST', path: `/rpc/${rpc.name}`, headers: {}, body: args };
}

/** A call of an endpoint that is neither a view nor a procedure; a call with a body is a POST. */
export function endpointCall(path: string, body: unknown, label: string): ApiCall {
  return { label, method: body === null ? 'GET' : 'POST', path, headers: {}, body };
}
