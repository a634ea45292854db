import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

const ANSWER_ROWS = 1_000;
/** Jobs that the matrix lays out at most; what is left out is said. */
const MOST_JOBS = 10_000;
/** Up to nine reads each time: a page is to read less than once a second. */
const POLL_MS = 60_000;

/** What the matrix needs of a job: two thirds of the bytes of whole rows. */
const row = vRunJobsWithParams.row.pick({
  job_id: true,
  job_name: true,
  tool_code: true,
  status_code: true,
  error_code: true,
  is_valid: true,
  provenance: true,
  model_code: true,
  gpu_model: true,
  gpu_name: true,
  gpu_count: true,
  framework_code: true,
  framework_version: true,
  quantization_code: true,
  config_code: true,
  server_hostname: true,
  concurrency: true,
  input_sequence_length: true,
  output_sequence_length: true,
  options: true,
  tokens_per_sec: true,
  tokens_per_sec_per_gpu: true,
  tokens_per_sec_per_user: true,
  requests_per_sec: true,
  ttft_mean_ms: true,
  ttft_p50_ms: true,
  ttft_p99_ms: true,
  tpot_mean_ms: true,
  tpot_p50_ms: true,
  tpot_p99_ms: true,
  e2e_mean_ms: true,
  e2e_p50_ms: true,
  e2e_p99_ms: true,
  success_rate: true,
  statistic: true,
});
const vMatrixJobs = { name: vRunJobsWithParams.name, row };
type MatrixJobRow = z.output<typeof row>;

/** The read of jobs `from` on, in the order of the page's own read. */
export const laterJobsRead = (orgId: string, runId: number, from: number): ViewQuery<MatrixJobRow> => ({
  select: Object.keys(row.shape),
  // Columns that are asked for need not be sent.
  filters: { org_id: eq(orgId), run_id: eq(runId) } as ViewQuery<MatrixJobRow>['filters'],
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
