import { queryOptions } from '@tanstack/react-query';
import { vTelemetryWithServer, type TelemetrySample } from '#contract/views/v-telemetry-with-server.ts';
import { api } from '#src/api/api.ts';
import { eq, gte } from '#src/api/view-query.ts';
/** How often a running job's samples are asked for. */
const POLL_MS = 5_000;

const PAGE_ROWS = 1000;
/** More would take longer to fetch than to look at; the strip says when samples are left out. */
const MOST_ROWS = 30_000;

export interface Telemetry {
  readonly rows: readonly TelemetrySample[];
  /** Whether samples beyond these exist. */
  readonly isCut: boolean;
}

/** Samples of one attempt in order; while the job runs, each read adds what is new. */
export const telemetryQuery = (orgId: string, jobId: number, attempt: number, isLive: boolean) =>
  queryOptions({
    queryKey: ['job-telemetry', orgId, jobId, attempt],
    queryFn: async ({ signal, client, queryKey }): Promise<Telemetry> => {
      const rows = [...(client.getQueryData<Telemetry>(queryKey)?.rows ?? [])];
      while (rows.length < MOST_ROWS) {
        const page = await api().readView(
          vTelemetryWithServer,
          {
            filters: {
              org_id: eq(orgId),
              job_id: eq(jobId),
              attempt: eq(attempt),
              telemetry_id: gte((rows.at(-1)?.telemetry_id ?? 0) + 1),
            },
            order: [{ column: 'telemetry_id', direction: 'asc' }],
            limit: PAGE_ROWS,
          },
          { signal },
        );
        rows.push(...page.rows);
        if (page.rows.length < PAGE_ROWS) return { rows, isCut: false };
      }
      return { rows, isCut: true };
    },
    refetchInterval: isLive ? POLL_MS : false,
    // Thousands of rows: comparing them one by one with the last read costs more than drawing them.
    structuralSharing: false,
  });
