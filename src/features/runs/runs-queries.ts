import { queryOptions } from '@tanstack/react-query';
import { vProjectRunsWithStatus } from '#contract/views/v-project-runs-with-status.ts';
import { vRunJobsWithParams, type RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { api } from '#src/api/api.ts';
import { contains, eq, isIn } from '#src/api/view-query.ts';
import { windowedView, type WindowedRead } from '#src/components/table/windowed-view.ts';
import { statusesOf, type StatusGroup } from './run-status.ts';

const POLL_MS = 10_000;

/** One run; null when the workspace has none of this id. Read again while a job of it is under way. */
export const runQuery = (orgId: string, runId: number) =>
  queryOptions({
    queryKey: ['run', orgId, runId],
    queryFn: async ({ signal }) => {
      const filters = { org_id: eq(orgId), run_id: eq(runId) };
      return (await api().readView(vProjectRunsWithStatus, { filters }, { signal })).rows[0] ?? null;
    },
    refetchInterval: (query) => {
      const run = query.state.data;
      return run != null && run.pending_count + run.running_count > 0 ? POLL_MS : false;
    },
  });

interface JobFilters {
  text: string;
  status: readonly StatusGroup[];
}

/** The jobs of a run with many, in windows. */
export function runJobsRead(
  orgId: string,
  runId: number,
  { text, status }: JobFilters,
  isActive: boolean,
): WindowedRead<RunJobWithParams> {
  return windowedView({
    view: vRunJobsWithParams,
    queryKey: ['run-jobs', orgId, runId, text, status],
    ...(isActive && { refetchIntervalMs: POLL_MS }),
    own: () => ({
      org_id: eq(orgId),
      run_id: eq(runId),
      ...(text !== '' && { job_name: contains(text) }),
      ...(status.length > 0 && { status_code: isIn(statusesOf(status)) }),
    }),
    last: { column: 'job_id', direction: 'asc' },
  });
}
