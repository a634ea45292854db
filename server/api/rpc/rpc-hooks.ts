import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import type { RpcArgs, RpcHook } from '../data/rpc-hooks.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Work around single functions of the database: secrets are sealed before SQL sees them, by the contract's
 * `secretParams`, and opened again only in the answer to the worker that needs them.
 */
export function createRpcHooks(box: SecretBox, log: FastifyBaseLogger): Record<string, RpcHook> {
  const hooks: Record<string, RpcHook> = {};
  for (const { name, secretParams } of ALL_RPCS) {
    if (secretParams.length > 0)
      hooks[name] = { before: (args) => Promise.resolve({ args: sealed(args, secretParams, box) }) };
  }
  hooks['worker_claim_job'] = {
    after: (result, { requestId }) =>
      Promise.resolve(
        withOpenKey(result, box, (jobId) => {
          log.error(
            { request_id: requestId, job_id: jobId },
            'the endpoint key of this job was sealed with another ENCRYPTION_KEY',
          );
        }),
      ),
  };
  return hooks;
}

/** What a caller sends is always sealed, even when it looks sealed: nobody can smuggle in a value of another row. */
function sealed(args: RpcArgs, secretParams: readonly string[], box: SecretBox): RpcArgs {
  const changed = { ...args };
  for (const name of secretParams) {
    const value = changed[name];
    if (typeof value === 'string') changed[name] = box.seal(value);
  }
  return changed;
}

const claimSchema = z.looseObject({ job_id: z.number(), launch: z.looseObject({ api_key: z.string() }) });

/**
 * A key that cannot be opened becomes null rather than an error: the worker would ask for this same job again for ever,
 * while without the key the endpoint refuses and the job fails with that in its log.
 */
function withOpenKey(result: unknown, box: SecretBox, onLost: (jobId: number) => void): unknown {
  const claim = claimSchema.safeParse(result);
  if (!claim.success || !box.isSealed(claim.data.launch.api_key)) return undefined;
  const key = box.open(claim.data.launch.api_key);
  if (key === null) onLost(claim.data.job_id);
  return { ...claim.data, launch: { ...claim.data.launch, api_key: key } };
}
