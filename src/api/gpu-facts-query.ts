import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What GPUs cost to buy and draw, and how many a server has. */
export const gpuFactsQuery = queryOptions({
  queryKey: ['gpu-facts'],
  queryFn: async ({ signal }) => {
    // Fetched with the read: pages stand before it.
    const { vSizerReferenceGpuModels } = await import('#contract/views/sizer.ts');
    return (await api().readView(vSizerReferenceGpuModels, { limit: 1000 }, { signal })).rows;
  },
  staleTime: 10 * 60_000,
});
