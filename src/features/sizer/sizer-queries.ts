import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { agentResponseSchema, type agentRequestSchema } from '#contract/sizer/agent.ts';
import {
  sizerModelAnswerSchema,
  sizerPriceSchema,
  sizerPricesSchema,
  sizerSettingsSchema,
  sizerStatusSchema,
  type sizerModelRequestSchema,
  type sizerPriceChangeSchema,
} from '#contract/sizer/endpoints.ts';
import type { SolveRequest } from '#contract/sizer/solve-request.ts';
import { solveResponseSchema, type NearestPoint } from '#contract/sizer/solve-response.ts';
import { vSizerReferenceAiModels, vSizerReferenceGpuModels } from '#contract/views/sizer.ts';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** Whether the sizer can be asked in this workspace. */
export const sizerStatusQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'status', orgId],
    queryFn: ({ signal }) => api().request(`/sizer/status?org_id=${orgId}`, sizerStatusSchema, { signal }),
    staleTime: 60_000,
  });

/** Models the sizer plans with: the catalog's and the workspace's own, by name. */
export const sizerModelsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'models', orgId],
    queryFn: async ({ signal }) => {
      const { rows } = await api().readView(
        vSizerReferenceAiModels,
        { order: [{ column: 'model_name', direction: 'asc' }], limit: 2000 },
        { signal },
      );
      return rows.filter((model) => model.org_id === null || model.org_id === orgId);
    },
    staleTime: 10 * 60_000,
  });

/** Accelerators the sizer plans with, by name. */
export const sizerGpusQuery = queryOptions({
  queryKey: ['sizer', 'gpus'],
  queryFn: async ({ signal }) =>
    (
      await api().readView(
        vSizerReferenceGpuModels,
        { order: [{ column: 'gpu_display_name', direction: 'asc' }], limit: 1000 },
        { signal },
      )
    ).rows,
  staleTime: 10 * 60_000,
});

/** What the page reads before it draws. */
export async function loadSizerPage(client: QueryClient, orgId: string): Promise<void> {
  await Promise.all([
    client.query({ ...sizerStatusQuery(orgId), staleTime: 'static' }),
    client.query({ ...sizerModelsQuery(orgId), staleTime: 'static' }),
    client.query({ ...sizerGpusQuery, staleTime: 'static' }),
  ]);
}

export const solveKey = (request: SolveRequest | null) => ['sizer', 'solve', request] as const;

/** The answer to a request. Asked once: what it refuses is an answer too, and a limit counts down in view. */
export const solveQuery = (request: SolveRequest | null) =>
  queryOptions({
    queryKey: solveKey(request),
    queryFn: ({ signal }) =>
      api().request('/sizer/solve', solveResponseSchema, { method: 'POST', body: request, signal }),
    enabled: request !== null,
    staleTime: 5 * 60_000,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** One turn of the conversation. */
export function askAgent(body: z.input<typeof agentRequestSchema>) {
  return api().request('/sizer/agent', agentResponseSchema, { method: 'POST', body });
}

/** The published result that a point of others was read from, if this installation holds it; null if not. */
export const publishedResultQuery = (referenceOrgId: string | null, point: NearestPoint) =>
  queryOptions({
    queryKey: ['sizer', 'published-result', referenceOrgId, point],
    queryFn: async ({ signal }) => {
      const { rows } = await api().readView(
        vBenchmarkResults,
        {
          filters: {
            org_id: eq(referenceOrgId ?? ''),
            model_code: eq(point.model_code),
            gpu_model: eq(point.gpu_model),
            gpu_count: eq(point.gpus),
            concurrency: eq(point.concurrency),
            input_sequence_length: eq(point.isl),
            output_sequence_length: eq(point.osl),
          },
          limit: 50,
        },
        { signal },
      );
      const isSame = (value: number | null, of: number) =>
        value !== null && Math.abs(value - of) <= of * 0.005;
      return (
        rows.find(
          (row) =>
            isSame(row.ttft_mean_ms ?? row.ttft_p50_ms, point.ttft_ms) &&
            isSame(row.tpot_mean_ms ?? row.tpot_p50_ms, point.tpot_ms),
        ) ?? null
      );
    },
    enabled: referenceOrgId !== null && point.provenance === 'published',
    staleTime: Infinity,
  });

/** Prices that the workspace set in place of the catalog's. */
export const sizerPricesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'prices', orgId],
    queryFn: async ({ signal }) =>
      (await api().request(`/sizer/prices?org_id=${orgId}`, sizerPricesSchema, { signal })).prices,
  });

const pricePath = (gpuModel: string) => `/sizer/prices/${encodeURIComponent(gpuModel)}`;

export function setPrice(gpuModel: string, body: z.input<typeof sizerPriceChangeSchema>) {
  return api().request(pricePath(gpuModel), sizerPriceSchema, { method: 'PUT', body });
}
export async function dropPrice(orgId: string, gpuModel: string): Promise<void> {
  await api().requestRaw(`${pricePath(gpuModel)}?org_id=${orgId}`, { method: 'DELETE' });
}

/** Switches the sizer on for a workspace. */
export async function switchSizerOn(client: QueryClient, orgId: string): Promise<void> {
  await api().request('/sizer/settings', sizerSettingsSchema, {
    method: 'PUT',
    body: { org_id: orgId, enabled: true },
  });
  await client.invalidateQueries({ queryKey: ['sizer'] });
}

/** Adds a model from its config.json, or answers what the file does not say. */
export function addModel(body: z.input<typeof sizerModelRequestSchema>) {
  return api().request('/sizer/models', sizerModelAnswerSchema, { method: 'POST', body });
}

/** After a change of prices or models every answer may be another. */
export async function forgetAnswers(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['sizer'] });
}
