import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { createBenchLlmJob } from '#contract/rpc/create-bench-llm-job.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vGpuPrices } from '#contract/views/v-gpu-prices.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { vProjects } from '#contract/views/v-projects.ts';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import {
  aiModelsQuery,
  frameworksQuery,
  frameworkVersionsQuery,
  quantizationsQuery,
} from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { contains, eq } from '#src/api/view-query.ts';
import { createBenchAsrJob, createBenchVlmJob } from '#contract/rpc/bench-media-jobs.ts';
import type { JobCall } from './submit-schema.ts';

/** Projects a job can be filed under, last used first. */
export const projectChoicesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['projects', orgId, 'choices'],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vProjects,
          {
            filters: { org_id: eq(orgId) },
            order: [{ column: 'last_activity_at', direction: 'desc' }],
            limit: 500,
          },
          { signal },
        )
      ).rows,
    meta: { quiet: true },
  });

/** The job that a new one repeats; null when there is none of that id in the workspace. */
export const jobToRepeatQuery = (orgId: string, jobId: number) =>
  queryOptions({
    queryKey: ['job-to-repeat', orgId, jobId],
    queryFn:
      jobId === 0
        ? () => null
        : async ({ signal }: { signal: AbortSignal }) =>
            (
              await api().readView(
                vRunJobsWithParams,
                { filters: { org_id: eq(orgId), job_id: eq(jobId) }, limit: 1 },
                { signal },
              )
            ).rows[0] ?? null,
    meta: { quiet: true },
  });

export interface RunOfNames {
  project: string;
  run: string;
  /** What all names begin with: narrows the read; the comparison is by whole names. */
  prefix: string;
}

/** Names of jobs in a run, lower case as the server compares them. */
export const takenNamesQuery = (orgId: string, asked: RunOfNames | null) =>
  queryOptions({
    queryKey: ['taken-names', orgId, asked],
    queryFn:
      asked === null
        ? skipToken
        : async ({ signal }) => {
            const { rows } = await api().readView(
              vJobCurrentStatus,
              {
                filters: {
                  org_id: eq(orgId),
                  project_name: contains(asked.project),
                  run_name: contains(asked.run),
                  job_name: contains(asked.prefix),
                },
                limit: 200,
              },
              { signal },
            );
            const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
            return rows
              .filter((row) => same(row.project_name, asked.project) && same(row.run_name, asked.run))
              .map((row) => row.job_name.toLowerCase());
          },
    staleTime: 5_000,
    meta: { quiet: true },
  });

/** Seconds that the last jobs on a config took to measure, at most 50; none for a config without jobs. */
export const earlierSecondsQuery = (orgId: string, configCode: string) =>
  queryOptions({
    queryKey: ['earlier-seconds', orgId, configCode],
    queryFn:
      configCode === ''
        ? skipToken
        : async ({ signal }) => {
            const { rows } = await api().readView(
              vBenchmarkResults,
              {
                filters: { org_id: eq(orgId), config_code: eq(configCode) },
                order: [{ column: 'created_at', direction: 'desc' }],
                limit: 50,
              },
              { signal },
            );
            return rows.flatMap(({ duration_s: seconds }) => (seconds === null ? [] : [seconds]));
          },
    staleTime: 60_000,
    meta: { quiet: true },
  });

/** What an hour of the GPU costs on the usual basis; null where no price is known. */
export const gpuPriceQuery = (gpuModel: string) =>
  queryOptions({
    queryKey: ['gpu-price', gpuModel],
    queryFn:
      gpuModel === ''
        ? skipToken
        : async ({ signal }) =>
            (
              await api().readView(
                vGpuPrices,
                { filters: { gpu_model: eq(gpuModel), is_default: eq(true) }, limit: 1 },
                { signal },
              )
            ).rows[0] ?? null,
    staleTime: 10 * 60_000,
    meta: { quiet: true },
  });

/** Everything the form needs before it can start. */
export async function loadSubmitPage(client: QueryClient, orgId: string, fromJobId: number): Promise<void> {
  const once = { staleTime: 'static' } as const;
  await Promise.all([
    client.query({ ...serversQuery(orgId), ...once }),
    client.query({ ...aiModelsQuery(orgId), ...once }),
    client.query({ ...frameworksQuery, ...once }),
    client.query({ ...frameworkVersionsQuery, ...once }),
    client.query({ ...quantizationsQuery, ...once }),
    client.query({ ...projectChoicesQuery(orgId), ...once }),
    client.query({ ...jobToRepeatQuery(orgId, fromJobId), ...once }),
  ]);
}

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
