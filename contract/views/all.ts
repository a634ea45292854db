import {
  aiModels,
  frameworkCommandTemplates,
  frameworks,
  frameworkVersions,
  gpuModels,
  quantizations,
  serverConfigInstances,
} from '#contract/views/catalogs.ts';
import {
  vSizerExportJobs,
  vSizerPrices,
  vSizerReferenceAiModels,
  vSizerReferenceGpuModels,
  vSizerSettings,
} from '#contract/views/sizer.ts';
import { cloudExecutions, cloudProvisioningRequests } from '#contract/views/cloud.ts';
import { vScenarios, vWorkloads } from '#contract/views/workloads.ts';
import { vAuditLogs } from '#contract/views/v-audit-logs.ts';
import { vBenchLlmOutputs } from '#contract/views/v-bench-llm-outputs.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vJobAttempts } from '#contract/views/v-job-attempts.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vJobLogs } from '#contract/views/v-job-logs.ts';
import { vJobStatusHistory } from '#contract/views/v-job-status-history.ts';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { vSavedViews } from '#contract/views/v-saved-views.ts';
import { vServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { vServerPresence } from '#contract/views/v-server-presence.ts';
import { vTelemetryWithServer } from '#contract/views/v-telemetry-with-server.ts';
import { kyaiResults } from '#contract/views/kyai-results.ts';
import { vBenchAsrOutputs } from '#contract/views/v-bench-asr-outputs.ts';
import { vBenchVlmOutputs } from '#contract/views/v-bench-vlm-outputs.ts';
import { vCloudProvisioningRequests } from '#contract/views/v-cloud-provisioning-requests.ts';
import { vCloudResourceLifecycle } from '#contract/views/v-cloud-resource-lifecycle.ts';
import { vConcurrencyScaling } from '#contract/views/v-concurrency-scaling.ts';
import { vCostEfficiency } from '#contract/views/v-cost-efficiency.ts';
import { vFrameworkComparison } from '#contract/views/v-framework-comparison.ts';
import { vGpuPrices } from '#contract/views/v-gpu-prices.ts';
import { vHardwareUtilization } from '#contract/views/v-hardware-utilization.ts';
import { vInferencexOutputs } from '#contract/views/v-inferencex-outputs.ts';
import { vKyaiBuiltinSetsWithPromptCount } from '#contract/views/v-kyai-builtin-sets-with-prompt-count.ts';
import { vKyaiGenerationOutputs } from '#contract/views/v-kyai-generation-outputs.ts';
import { vKyaiJobs } from '#contract/views/v-kyai-jobs.ts';
import { vKyaiLeaderboard } from '#contract/views/v-kyai-leaderboard.ts';
import { vKyaiOutputs } from '#contract/views/v-kyai-outputs.ts';
import { vKyaiResults } from '#contract/views/v-kyai-results.ts';
import { vKnownIssues } from '#contract/views/v-known-issues.ts';
import { vModelComparison } from '#contract/views/v-model-comparison.ts';
import { vProjectRunCurrentStatus } from '#contract/views/v-project-run-current-status.ts';
import { vQuantizationComparison } from '#contract/views/v-quantization-comparison.ts';
import { vRunCostSummary } from '#contract/views/v-run-cost-summary.ts';
import { vRunHealthChecks } from '#contract/views/v-run-health-checks.ts';
import { vTelemetryJobSummary } from '#contract/views/v-telemetry-job-summary.ts';
import { vTelemetryPerGpuSummary } from '#contract/views/v-telemetry-per-gpu-summary.ts';
import { vThroughputLeaderboard } from '#contract/views/v-throughput-leaderboard.ts';
import { vTpuTelemetryJobSummary } from '#contract/views/v-tpu-telemetry-job-summary.ts';

/** Every view that schema `api` exposes. A test holds this list and the database's catalog together, both ways. */
export const ALL_VIEWS = [
  aiModels,
  cloudExecutions,
  cloudProvisioningRequests,
  frameworkCommandTemplates,
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
  vQuotaUsage,
  vRunJobsWithParams,
  vSavedViews,
  vServerCurrentStatus,
  vServerPresence,
  vSizerExportJobs,
  vSizerPrices,
  vSizerReferenceAiModels,
  vSizerReferenceGpuModels,
  vSizerSettings,
  vScenarios,
  vTelemetryWithServer,
  vWorkloads,
  kyaiResults,
  vBenchAsrOutputs,
  vBenchVlmOutputs,
  vCloudProvisioningRequests,
  vCloudResourceLifecycle,
  vConcurrencyScaling,
  vCostEfficiency,
  vFrameworkComparison,
  vGpuPrices,
  vHardwareUtilization,
  vInferencexOutputs,
  vKyaiBuiltinSetsWithPromptCount,
  vKyaiGenerationOutputs,
  vKyaiJobs,
  vKyaiLeaderboard,
  vKyaiOutputs,
  vKyaiResults,
  vKnownIssues,
  vModelComparison,
  vProjectRunCurrentStatus,
  vQuantizationComparison,
  vRunCostSummary,
  vRunHealthChecks,
  vTelemetryJobSummary,
  vTelemetryPerGpuSummary,
  vThroughputLeaderboard,
  vTpuTelemetryJobSummary,
];
