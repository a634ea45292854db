import { createBenchAsrJob, createBenchVlmJob } from '#contract/rpc/bench-media-jobs.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { api } from '#src/api/api.ts';
import type { JobCall } from './submit-schema.ts';

/** Sends one job; answers its id. */
export function submitJob(call: JobCall): Promise<number> {
  switch (call.tool) {
    case 'bench-llm':
      return api().callRpc(createBenchLlmJob, call.args);
    case 'bench-vlm':
      return api().callRpc(createBenchVlmJob, call.args);
    case 'bench-asr':
      return api().callRpc(createBenchAsrJob, call.args);
  }
}
