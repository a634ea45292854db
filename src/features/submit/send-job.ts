import type { z } from 'zod';
import type { RpcContract } from '#contract/define.ts';
import { createBenchAsrJob, createBenchVlmJob } from '#contract/rpc/bench-media-jobs.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { ApiError } from '#src/api/api-error.ts';
import { api } from '#src/api/api.ts';
import type { JobCall } from './submit-schema.ts';

/** Sends one job; answers its id. */
export function submitJob(call: JobCall): Promise<number> {
  switch (call.tool) {
    case 'bench-llm':
      return send(createBenchLlmJob, call.args);
    case 'bench-vlm':
      return send(createBenchVlmJob, call.args);
    case 'bench-asr':
      return send(createBenchAsrJob, call.args);
  }
}

/** What the contract does not take is told as the server's refusals are: in words, with the field. */
async function send<Params extends z.ZodObject>(
  rpc: RpcContract<Params, z.ZodType<number>>,
  args: z.input<Params>,
): Promise<number> {
  const issue = rpc.params.safeParse(args).error?.issues[0];
  if (issue !== undefined) {
    const field = issue.path.join('.');
    throw new ApiError({
      code: 'validation_failed',
      status: 400,
      message: `${field.replace('p_', '').replaceAll('_', ' ')}: ${issue.message}`,
      details: { field },
    });
  }
  return api().callRpc(rpc, args);
}
