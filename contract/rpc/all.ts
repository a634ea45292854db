import { defineRpc } from '#contract/define.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { createOrganization, getCurrentUserContext, listOrganizations } from '#contract/rpc/identity.ts';
import { cancelJob, getJobStatus, listJobsFiltered } from '#contract/rpc/jobs.ts';
import {
  createAiModel,
  createProject,
  createServerConfig,
  createWorkerRegistrationToken,
  listWorkerRegistrationTokens,
  recordServerConfigInstanceHeartbeat,
  removeWorker,
  revokeWorkerRegistrationToken,
} from '#contract/rpc/resources.ts';
import {
  workerAppendLog,
  workerClaimJob,
  workerFinishJob,
  workerPutResult,
  workerPutTelemetry,
  workerRegister,
  workerSync,
} from '#contract/worker/protocol.ts';

/** Every procedure that schema `api` exposes. A test holds this list and the database's catalog together, both ways. */
export const ALL_RPCS = [
  cancelJob,
  createAiModel,
  createBenchLlmJob,
  createOrganization,
  createProject,
  createServerConfig,
  createWorkerRegistrationToken,
  getCurrentUserContext,
  getJobStatus,
  listJobsFiltered,
  listOrganizations,
  listWorkerRegistrationTokens,
  recordServerConfigInstanceHeartbeat,
  removeWorker,
  revokeWorkerRegistrationToken,
  defineRpc('worker_append_log', 'worker', workerAppendLog.params, workerAppendLog.returns),
  defineRpc('worker_claim_job', 'worker', workerClaimJob.params, workerClaimJob.returns),
  defineRpc('worker_finish_job', 'worker', workerFinishJob.params, workerFinishJob.returns),
  defineRpc('worker_put_result', 'worker', workerPutResult.params, workerPutResult.returns),
  defineRpc('worker_put_telemetry', 'worker', workerPutTelemetry.params, workerPutTelemetry.returns),
  defineRpc('worker_register', 'worker', workerRegister.params, workerRegister.returns),
  defineRpc('worker_sync', 'worker', workerSync.params, workerSync.returns),
];
