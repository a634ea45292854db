import { queryOptions } from '@tanstack/react-query';
import { vBenchLlmOutputs, type BenchLlmOutput } from '#contract/views/v-bench-llm-outputs.ts';
import {
  vThroughputLeaderboard,
  type ThroughputLeaderboardRow,
} from '#contract/views/v-throughput-leaderboard.ts';
import { api } from './api.ts';
import { eq, isIn, type ViewQuery } from './view-query.ts';

const ANSWER_ROWS = 1_000;
/** Estimates that a page works on at most; what is left out is said. */
const MOST_ROWS = 5_000;

export interface Estimates {
  readonly rows: readonly ThroughputLeaderboardRow[];
  /** How many match in all. */
  readonly total: number;
}

async function readAll(query: ViewQuery<ThroughputLeaderboardRow>, signal: AbortSignal): Promise<Estimates> {
  const rows: ThroughputLeaderboardRow[] = [];
  let total = 0;
  while (rows.length < MOST_ROWS) {
    const page = await api().readView(
      vThroughputLeaderboard,
      {
        ...query,
        order: [{ column: 'job_id', direction: 'asc' }],
        range: [rows.length, rows.length + ANSWER_ROWS - 1],
        count: 'exact',
      },
      { signal },
    );
    rows.push(...page.rows);
    total = page.total ?? rows.length;
    if (page.rows.length < ANSWER_ROWS) break;
  }
  return { rows, total };
}

/** The best estimate of each deployment in some workspaces: enough to say what can be looked at. */
export const bestEstimatesQuery = (orgIds: readonly string[]) =>
  queryOptions({
    queryKey: ['best-estimates', orgIds],
    queryFn: ({ signal }) =>
      readAll({ filters: { org_id: isIn(orgIds), is_best_of_deployment: eq(true) } }, signal),
    staleTime: 60_000,
  });

/** Every estimate of one model under one workload shape in some workspaces. */
export const estimatesQuery = (orgIds: readonly string[], modelCode: string, workloadShape: string) =>
  queryOptions({
    queryKey: ['estimates', orgIds, modelCode, workloadShape],
    queryFn: ({ signal }) =>
      readAll(
        {
          filters: {
            org_id: isIn(orgIds),
            model_code: eq(modelCode),
            workload_shape: eq(workloadShape),
          },
        },
        signal,
      ),
    staleTime: 60_000,
    enabled: modelCode !== '' && workloadShape !== '',
  });

/** Ids asked for in one read: what an address of ordinary length holds. */
const IDS_PER_READ = 200;

/** The single results of some jobs, in order of the job. */
export const repeatsQuery = (jobIds: readonly number[]) =>
  queryOptions({
    queryKey: ['repeats', jobIds],
    queryFn: async ({ signal }) => {
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
