import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { pickColumns } from '#src/api/pick-columns.ts';
import { eq } from '#src/api/view-query.ts';

const ANSWER_ROWS = 1_000;
/** Jobs that the matrix lays out at most; what is left out is said. */
const MOST_JOBS = 10_000;
/** Up to nine reads each time: a page is to read less than once a second. */
const POLL_MS = 60_000;

/** What the matrix needs of a job: two thirds of the bytes of whole rows. */
const vMatrixJobs = pickColumns(vRunJobsWithParams, [
  'job_id',
  'job_name',
  'tool_code',
  'status_code',
  'error_code',
  'is_valid',
  'provenance',
  'model_code',
  'gpu_model',
  'gpu_name',
  'gpu_count',
  'framework_code',
  'framework_version',
  'quantization_code',
  'config_code',
  'server_hostname',
  'concurrency',
  'input_sequence_length',
  'output_sequence_length',
  'options',
  'tokens_per_sec',
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_user',
  'requests_per_sec',
  'ttft_mean_ms',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_mean_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'e2e_mean_ms',
  'e2e_p50_ms',
  'e2e_p99_ms',
  'success_rate',
  'statistic',
]);
type MatrixJobRow = z.output<typeof vMatrixJobs.row>;

/** The read of jobs `from` on, in the order of the page's own read. */
export const laterJobsRead = (orgId: string, runId: number, from: number) =>
  vMatrixJobs.query({
    filters: { org_id: eq(orgId), run_id: eq(runId) },
    order: [{ column: 'job_id', direction: 'asc' }],
    range: [from, Math.min(from + ANSWER_ROWS, MOST_JOBS) - 1],
  });

/** The jobs of a big run after the `from` that the page has; read again every minute while some are under way. */
export const laterJobsQuery = (orgId: string, runId: number, from: number, isActive: boolean) =>
  queryOptions({
    queryKey: ['run-matrix', orgId, runId, from],
    queryFn: async ({ signal }) => {
      const rows: MatrixJobRow[] = [];
      for (let at = from; at < MOST_JOBS; at += ANSWER_ROWS) {
        const page = await api().readView(vMatrixJobs, laterJobsRead(orgId, runId, at), { signal });
        rows.push(...page.rows);
        if (page.rows.length < ANSWER_ROWS) break;
      }
      return rows;
    },
    refetchInterval: isActive ? POLL_MS : false,
    staleTime: POLL_MS,
  });
