import {
  aiModels,
  frameworks,
  frameworkVersions,
  gpuModels,
  quantizations,
  serverConfigInstances,
} from '#contract/views/catalogs.ts';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vBenchLlmOutputs } from '#contract/views/v-bench-llm-outputs.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vJobAttempts } from '#contract/views/v-job-attempts.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobLogs } from '#contract/views/v-job-logs.ts';
import { vJobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { vTelemetryWithServer } from '#contract/views/v-telemetry-with-server.ts';

/** Every view that schema `api` exposes. A test holds this list and the database's catalog together, both ways. */
export const ALL_VIEWS = [
  aiModels,
  frameworks,
  frameworkVersions,
  gpuModels,
  quantizations,
  serverConfigInstances,
  vAuditLogs,
  vBenchLlmOutputs,
  vBenchmarkResults,
  vJobAttempts,
  vJobCurrentStatus,
  vJobLogs,
  vJobStatusHistory,
  vProjectRunsWithStatus,
  vProjects,
  vRunJobsWithParams,
  vServerCurrentStatus,
  vTelemetryWithServer,
];
