import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { ServerStatusBadge } from '#src/components/ui/server-status-badge.tsx';
import { gpuText, serversOf, totalMemoryGb } from './server-facts.ts';
import { serversSearch } from './servers-search.ts';

interface ColumnContext {
  orgId: string;
  rows: readonly ServerCurrentStatus[];
  canSubmit: boolean;
  /** Whether rows stand by server, so that its name need be said once. */
  isGrouped: boolean;
}

/** One row for each config; what belongs to the server is repeated, quietly. */
export function serverColumns({
  orgId,
  rows,
  canSubmit,
  isGrouped,
}: ColumnContext): readonly DataColumn<ServerCurrentStatus>[] {
  const firsts = new Set(serversOf(rows));
  const isQuiet = (row: ServerCurrentStatus) => isGrouped && !firsts.has(row);
  // Said once for a server; the rows below it leave it to be read out.
  const once = (row: ServerCurrentStatus, cell: ReactNode) =>
    isQuiet(row) ? (
      // What is only read out is placed absolutely: without a frame it would widen the page.
      <span className="relative block">
        <span className="sr-only">{cell}</span>
      </span>
    ) : (
      cell
    );
  const hasEndpoints = rows.some((row) => row.endpoint_url !== null);
  return [
    textColumn('hostname', 'Server', (row) => row.hostname, {
      width: 140,
      cell: (row) => (
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            ...serversSearch.write({ server: row.server_id }),
          })}
          title={row.hostname}
          className={isQuiet(row) ? 'text-ink-3 no-underline hover:underline' : 'font-medium text-ink'}
        >
          {row.hostname}
        </Link>
      ),
    }),
    textColumn('config_code', 'Config', (row) => row.config_code, {
      width: 140,
      cell: (row) =>
        row.config_code === null ? (
          <span className="text-ink-3">no config yet</span>
        ) : (
          <code className="font-mono text-xs" title={row.config_description ?? row.config_code}>
            {row.config_code}
          </code>
        ),
    }),
    textColumn('status_code', 'Status', (row) => row.status_code, {
      width: 154,
      cell: (row) => once(row, <ServerStatusBadge status={row.status_code} />),
    }),
    timeColumn('last_heartbeat_at', 'Heartbeat', (row) => row.last_heartbeat_at, {
      width: 94,
      description: 'When its worker or endpoint was last heard',
      cell: (row) => once(row, <RelativeTime at={row.last_heartbeat_at} />),
    }),
    textColumn('launch_kind', 'Kind', (row) => row.launch_kind, {
      width: 84,
      description:
        'How a model server comes up: the simulated engine, a running endpoint, a launched process',
    }),
    textColumn('gpu', 'GPUs', gpuText, { width: 178 }),
    numberColumn('gpu_memory_gb', 'Memory GB', totalMemoryGb, {
      width: 92,
      description: 'GPU memory of the config, all GPUs together, decimal GB',
    }),
    textColumn('endpoint_url', 'Endpoint', (row) => row.endpoint_url, {
      width: 180,
      hidden: !hasEndpoints,
      cell: (row) =>
        row.endpoint_url === null ? (
          NO_VALUE
        ) : (
          <code className="font-mono text-xs" title={row.endpoint_url}>
            {row.endpoint_url}
          </code>
        ),
    }),
    textColumn('current_job_name', 'Current job', (row) => row.current_job_name, {
      width: 104,
      cell: (row) =>
        once(
          row,
          row.current_job_id === null ? (
            NO_VALUE
          ) : (
            <Link
              // The job's page belongs to another feature; known here by its address only.
              to={`/w/${orgId}/jobs/${row.current_job_id}` as '/'}
              title={row.current_job_name ?? undefined}
              tabIndex={isQuiet(row) ? -1 : undefined}
              className="text-accent"
            >
              {row.current_job_name ?? row.current_job_id}
            </Link>
          ),
        ),
    }),
    numberColumn('pending_count', 'Waiting', (row) => row.pending_count, {
      width: 72,
      description: 'Jobs that wait for this server',
      cell: (row) => once(row, grouped(row.pending_count)),
    }),
    textColumn('agent_version', 'Agent', (row) => row.agent_version, {
      width: 64,
      cell: (row) => once(row, row.agent_version ?? NO_VALUE),
    }),
    textColumn('actions', 'Action', () => null, {
      width: 74,
      sortable: false,
      hidden: !canSubmit,
      cell: (row) =>
        row.config_code === null || !canSubmit ? null : (
          <Link
            to="/w/$orgId/submit"
            params={{ orgId }}
            search={{ server: row.hostname, config: row.config_code }}
            aria-label={`Submit a job on ${row.config_code}, ${row.hostname}`}
            className="text-accent"
          >
            Submit
          </Link>
        ),
    }),
  ];
}
