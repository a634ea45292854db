import { queryOptions } from '@tanstack/react-query';
import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { grouped } from '#lib/grouped.ts';
import { api } from '#src/api/api.ts';
import { contains, isIn, neq } from '#src/api/view-query.ts';
import { counted } from '#src/components/ui/counted.ts';

/** Results in the list at most. */
const MOST_FOUND = 30;

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
          range: [0, MOST_FOUND - 1],
          // The list says how many it leaves out.
          count: 'exact',
        },
        { signal },
      ),
    staleTime: 30_000,
  });

/** How many were found, and what to do where there are more than are listed. */
export const foundText = (shown: number, total: number | null): string =>
  total === null || total <= shown
    ? counted(shown, 'result')
    : `The newest ${shown} of ${grouped(total)}: type more of a name to find the others`;

/** Why there is nothing to add: by a part of a name, or at all. */
export const foundNoneText = (asked: string): string =>
  `No result ${asked === '' ? 'is here yet' : `has “${asked}” in its job’s name`}.`;
