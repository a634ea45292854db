import { queryOptions } from '@tanstack/react-query';
import type { BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import { api } from './api.ts';
import { isIn } from './view-query.ts';

/** Ids asked for in one read: what an address of ordinary length holds. */
const IDS_PER_READ = 200;

/** The single results of some jobs, in order of the job. */
export const repeatsQuery = (jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ['repeats', jobIds],
    queryFn: async ({ signal }) => {
      // Fetched with the read: few ask for it.
      const { vBenchLlmOutputs } = await import('#contract/views/v-bench-llm-outputs.ts');
      const rows: BenchLlmOutput[] = [];
      for (let from = 0; from < jobIds.length; from += IDS_PER_READ) {
        const page = await api().readView(
          vBenchLlmOutputs,
          {
            filters: { job_id: isIn(jobIds.slice(from, from + IDS_PER_READ)) },
            order: [{ column: 'job_id', direction: 'asc' }],
          },
          { signal },
        );
        rows.push(...page.rows);
      }
      return rows;
    },
    staleTime: 60_000,
    enabled: jobIds.length > 0,
  });
