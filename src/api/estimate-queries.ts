import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ViewContract } from '#contract/define.ts';
import {
  vThroughputLeaderboard,
  type ThroughputLeaderboardRow,
} from '#contract/views/v-throughput-leaderboard.ts';
import { api } from './api.ts';
import { pickColumns } from './pick-columns.ts';
import { eq, isIn, type ViewQuery } from './view-query.ts';

const ANSWER_ROWS = 1_000;
/** Estimates that a page works on at most; what is left out is said. */
const MOST_ROWS = 5_000;

export interface Estimates<Row = ThroughputLeaderboardRow> {
  readonly rows: readonly Row[];
  /** How many match in all. */
  readonly total: number;
}

/** What an estimate is of and on what, without its figures. */
const vSubjects = pickColumns(vThroughputLeaderboard, [
  'model_code',
  'workload_shape',
  'provenance',
  'gpu_count',
]);

/** What tells deployments apart, and the one figure that an overview prints, with what its interval follows from. */
const vOutlines = pickColumns(vThroughputLeaderboard, [
  'org_id',
  'job_id',
  'provenance',
  'citation',
  'created_at',
  'model_code',
  'workload_shape',
  'workload_options',
  'input_sequence_length',
  'output_sequence_length',
  'concurrency',
  'tool_code',
  'gpu_model',
  'gpu_name',
  'gpu_count',
  'framework_code',
  'framework_version',
  'quantization_code',
  'server_hostname',
  'config_code',
  'tokens_per_sec_per_gpu',
  'job_ids',
  'tokens_per_sec',
  'confidence_interval_lower',
  'confidence_interval_upper',
]);
/** An estimate in outline: all that it takes to say what can be compared with what. */
export type EstimateOutline = z.output<typeof vOutlines.row>;

async function readAll<Row extends z.ZodObject>(
  view: ViewContract<Row>,
  query: ViewQuery<z.output<Row>>,
  signal: AbortSignal,
): Promise<{ rows: readonly z.output<Row>[]; total: number }> {
  const rows: z.output<Row>[] = [];
  for (;;) {
    // Counting costs as much as reading, and is needed only where rows are left out.
    const isLast = rows.length + ANSWER_ROWS >= MOST_ROWS;
    const page = await api().readView(
      view,
      {
        ...query,
        order: [{ column: 'job_id', direction: 'asc' }],
        range: [rows.length, rows.length + ANSWER_ROWS - 1],
        ...(isLast && { count: 'exact' }),
      },
      { signal },
    );
    rows.push(...page.rows);
    if (page.rows.length < ANSWER_ROWS) return { rows, total: rows.length };
    if (isLast) return { rows, total: page.total ?? rows.length };
  }
}

const best = (orgIds: readonly string[]) => ({ org_id: isIn(orgIds), is_best_of_deployment: eq(true) });

/** The query of outlines, for "view as API call" too. */
export const outlines = (orgIds: readonly string[]) => vOutlines.query({ filters: best(orgIds) });

/** Of each deployment in some workspaces what it was measured with: enough to say what can be looked at. */
export const subjectsQuery = (orgIds: readonly string[]) =>
  queryOptions({
    queryKey: ['subjects', orgIds],
    queryFn: ({ signal }) => readAll(vSubjects, vSubjects.query({ filters: best(orgIds) }), signal),
    staleTime: 60_000,
  });

/**
 * The best estimate of each deployment in some workspaces, in outline: a quarter of the bytes of whole rows, and two
 * thirds of the server's time.
 */
export const outlinesQuery = (orgIds: readonly string[]) =>
  queryOptions({
    queryKey: ['outlines', orgIds],
    queryFn: ({ signal }) => readAll(vOutlines, outlines(orgIds), signal),
    staleTime: 60_000,
  });

/** Every estimate of one model under one workload shape in some workspaces. */
export const estimatesQuery = (orgIds: readonly string[], modelCode: string, workloadShape: string) =>
  queryOptions({
    queryKey: ['estimates', orgIds, modelCode, workloadShape],
    queryFn: ({ signal }) =>
      readAll(
        vThroughputLeaderboard,
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
