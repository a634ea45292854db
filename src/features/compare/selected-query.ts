import { queryOptions } from '@tanstack/react-query';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { vInferencexOutputs, type CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import { api } from '#src/api/api.ts';
import { isIn, type Condition } from '#src/api/view-query.ts';
import { MOST_JOBS } from './job-ids.ts';

export interface SelectedResults {
  readonly results: readonly BenchmarkResult[];
  /** The estimates they belong to: each says which jobs are its repeats, of whichever run. */
  readonly estimates: readonly CapacityEstimateRow[];
}

/** Of a list: that one of `ids` is in it. */
const isAnyOf = (ids: readonly number[]): Condition => ({ text: `ov.{${ids.join(',')}}` });

/** The results of selected jobs, and the estimates they belong to. */
export const selectedQuery = (orgIds: readonly string[], jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ['compared-jobs', orgIds, jobIds],
    queryFn: async ({ signal }): Promise<SelectedResults> => {
      const { rows: results } = await api().readView(
        vBenchmarkResults,
        { filters: { org_id: isIn(orgIds), job_id: isIn(jobIds) }, range: [0, MOST_JOBS - 1] },
        { signal },
      );
      const { rows: estimates } =
        results.length === 0
          ? { rows: [] }
          : await api().readView(
              vInferencexOutputs,
              {
                filters: {
                  org_id: isIn([...new Set(results.map((row) => row.org_id))]),
                  job_ids: isAnyOf(results.map((row) => row.job_id)),
                  model_code: isIn([...new Set(results.map((row) => row.model_code))]),
                },
                range: [0, MOST_JOBS - 1],
              },
              { signal },
            );
      return { results, estimates };
    },
    staleTime: 60_000,
  });
