import { queryOptions, skipToken } from '@tanstack/react-query';
import { vGpuPrices } from '#contract/views/v-gpu-prices.ts';
import { vJobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { api } from '#src/api/api.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { eq } from '#src/api/view-query.ts';
import { secondsHeld } from './sweep-estimate.ts';

const vJobTimes = pickColumns(vJobCurrentStatus, ['started_at', 'finished_at']);

/** Seconds that the last completed jobs on a config held it, at most 50; none for a config without jobs. */
export const earlierSecondsQuery = (orgId: string, configCode: string) =>
  queryOptions({
    queryKey: ['earlier-seconds', orgId, configCode],
    queryFn:
      configCode === ''
        ? skipToken
        : async ({ signal }) => {
            const { rows } = await api().readView(
              vJobTimes,
              vJobTimes.query({
                filters: {
                  org_id: eq(orgId),
                  config_code: eq(configCode),
                  status_code: eq('completed'),
                },
                order: [
                  { column: 'created_at', direction: 'desc' },
                  { column: 'job_id', direction: 'desc' },
                ],
                limit: 50,
              }),
              { signal },
            );
            return rows.flatMap(secondsHeld);
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
