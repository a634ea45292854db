import { queryOptions, skipToken } from '@tanstack/react-query';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vGpuPrices } from '#contract/views/v-gpu-prices.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

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
                order: [
                  { column: 'created_at', direction: 'desc' },
                  { column: 'job_id', direction: 'desc' },
                ],
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
