import { queryOptions } from '@tanstack/react-query';
import { vGpuPrices } from '#contract/views/v-gpu-prices.ts';
import { api } from '#src/api/api.ts';

/** What an hour of each GPU costs on each basis. */
export const gpuPricesQuery = queryOptions({
  queryKey: ['gpu-prices'],
  queryFn: async ({ signal }) => (await api().readView(vGpuPrices, { limit: 1000 }, { signal })).rows,
  staleTime: 10 * 60_000,
});
