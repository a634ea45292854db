import { queryOptions } from '@tanstack/react-query';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { api } from '#src/api/api.ts';
import { contains, isIn, neq } from '#src/api/view-query.ts';

/** Results whose job name contains some text, newest first: to add one to the comparison. */
export const findResultsQuery = (orgIds: readonly string[], text: string, takesSimulated: boolean) =>
  queryOptions({
    queryKey: ['compare-find', orgIds, text, takesSimulated],
    queryFn: ({ signal }) =>
      api().readView(
        vBenchmarkResults,
        {
          filters: {
            org_id: isIn(orgIds),
            ...(text !== '' && { job_name: contains(text) }),
            ...(!takesSimulated && { provenance: neq('simulated') }),
          },
          order: [
            { column: 'created_at', direction: 'desc' },
            { column: 'job_id', direction: 'desc' },
          ],
          range: [0, 29],
        },
        { signal },
      ),
    staleTime: 30_000,
  });
