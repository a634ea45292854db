import { defineRpc } from '#contract/define.ts';
import { createBenchAsrJob, createBenchVlmJob } from '#contract/rpc/bench-media-jobs.ts';
import {
  createCloudExecutionRequest,
  createHfToken,
  resolveModelServerRuntimeContract,
} from '#contract/rpc/cloud.ts';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { createOrganization, getCurrentUserContext, listOrganizations } from '#contract/rpc/identity.ts';
import { cancelJob, getJobStatus, listJobs, listJobsFiltered, retryJob } from '#contract/rpc/jobs.ts';
import {
  createKyaiEvaluation,
  createKyaiGenerationRun,
  createKyaiJudgeRun,
  getKyaiGenerationRun,
  getKyaiJudgeRun,
  listKyaiCandidateEndpoints,
  listKyaiJudgeConfigs,
} from '#contract/rpc/kyai.ts';
import { mintPostgrestWriteJwt } from '#contract/rpc/mint-postgrest-write-jwt.ts';
import { listOrganizationMembers } from '#contract/rpc/organization-members.ts';
import {
  addOrganizationMember,
  deleteOrganization,
  removeOrganizationMember,
  renameOrganization,
  setOrganizationMemberRole,
  setQuota,
  transferOrganization,
} from '#contract/rpc/organizations.ts';
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
  createServerConfigGpu,
  createServerConfigInstance,
  listServerConfigInstances,
  validateServerReadiness,
} from '#contract/rpc/servers.ts';
import { clearKnownIssue, markKnownIssue } from '#contract/rpc/known-issues.ts';
import { deleteView, saveView } from '#contract/rpc/saved-views.ts';
import {
  getTelemetrySeries,
  getTelemetrySummaryForJob,
  getTelemetrySummaryForRun,
} from '#contract/rpc/telemetry.ts';
import {
  createScenario,
  createWorkload,
  executeScenario,
  listProjects,
  listScenarios,
  listWorkloads,
} from '#contract/rpc/workloads.ts';
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
  addOrganizationMember,
  deleteOrganization,
  listOrganizationMembers,
  removeOrganizationMember,
  renameOrganization,
  setOrganizationMemberRole,
  setQuota,
  transferOrganization,
  cancelJob,
  clearKnownIssue,
  markKnownIssue,
  createAiModel,
  createBenchAsrJob,
  createBenchLlmJob,
  createBenchVlmJob,
  createCloudExecutionRequest,
  createHfToken,
  createKyaiEvaluation,
  createKyaiGenerationRun,
  createKyaiJudgeRun,
  createScenario,
  createServerConfigGpu,
  createServerConfigInstance,
  createWorkload,
  executeScenario,
  getKyaiGenerationRun,
  getKyaiJudgeRun,
  getTelemetrySeries,
  getTelemetrySummaryForJob,
  getTelemetrySummaryForRun,
  listJobs,
  listKyaiCandidateEndpoints,
  listKyaiJudgeConfigs,
  listProjects,
  listScenarios,
  listServerConfigInstances,
  listWorkloads,
  resolveModelServerRuntimeContract,
  validateServerReadiness,
  deleteView,
  retryJob,
  saveView,
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

/** Procedures that the API process answers itself: `POST /api/rpc/<name>` as well, but no function of the database. */
export const HTTP_RPCS = [mintPostgrestWriteJwt];
