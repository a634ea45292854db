import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import type { IdentityCache } from '../auth/identity-cache.ts';
import { DEFAULT_LIMITS } from '../data/limits.ts';
import { jsonDepth } from '../data/parse/json-depth.ts';
import type { RpcArgs, RpcHook } from '../data/rpc-hooks.ts';
import type { SecretBox } from './secret-box.ts';

/**
 * Work around single functions of the database: secrets are sealed before SQL sees them, by the contract's
 * `secretParams`, and opened again only in the answer to the worker that needs them; JSON that travels as text is looked
 * at before SQL reads it; who was removed is forgotten here at once.
 */
export function createRpcHooks(
  box: SecretBox,
  log: FastifyBaseLogger,
  cache: IdentityCache,
): Record<string, RpcHook> {
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
  hooks['worker_put_result'] = {
    before(args) {
      checkDepth(args, 'p_body_text');
      return Promise.resolve(undefined);
    },
  };
  hooks['remove_worker'] = {
    after(result) {
      const removed = removedSchema.safeParse(result);
      if (removed.success)
        cache.forget(
          (identity) => identity.kind === 'worker' && identity.workerId === removed.data.worker_id,
        );
      return Promise.resolve(undefined);
    },
  };
  return hooks;
}

const removedSchema = z.looseObject({ worker_id: z.guid() });

/** The body's own limit does not see into strings, but SQL casts this one to jsonb. Throws `validation_failed`. */
function checkDepth(args: RpcArgs, name: string): void {
  const text = args[name];
  const max = DEFAULT_LIMITS.maxBodyDepth;
  if (typeof text !== 'string' || jsonDepth(text) <= max) return;
  throw new ApiError('validation_failed', `${name} has more than ${max} levels of nesting.`, {
    details: { field: name, limit: 'maxBodyDepth', max },
  });
}

/**
 * What a caller sends is always sealed, even when it looks sealed: nobody can smuggle in a value of another row. Throws
 * `validation_failed` for anything but text, which SQL would turn into text and store in the clear, and for text that no
 * HTTP header can carry.
 */
function sealed(args: RpcArgs, secretParams: readonly string[], box: SecretBox): RpcArgs {
  const changed = { ...args };
  for (const name of secretParams) {
    const value = changed[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== 'string') throw badSecret(name, 'is text or null');
    if (/\p{Cc}/u.test(value)) throw badSecret(name, 'has a control character, such as a line break');
    changed[name] = box.seal(value);
  }
  return changed;
}

function badSecret(name: string, fault: string): ApiError {
  return new ApiError('validation_failed', `${name} ${fault}.`, { details: { field: name } });
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
