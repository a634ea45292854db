import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { counted } from '#src/components/ui/counted.ts';

export type ServerStatus = ServerCurrentStatus['status_code'];

/** One row for each server: the view has one for each config. */
export function serversOf(rows: readonly ServerCurrentStatus[]): ServerCurrentStatus[] {
  return rows.filter((row, index) => rows.findIndex((one) => one.server_id === row.server_id) === index);
}

/** Servers that were there and are not reporting as they should: the longest silent first. */
export function silentServers(rows: readonly ServerCurrentStatus[]): ServerCurrentStatus[] {
  return serversOf(rows)
    .filter((row) => row.status_code === 'offline' || row.status_code === 'stale')
    .sort((a, b) => Date.parse(a.last_heartbeat_at ?? '') - Date.parse(b.last_heartbeat_at ?? ''));
}

/** How many servers are in each state, in the order a person worries about them; states without servers are left out. */
export function countStates(rows: readonly ServerCurrentStatus[]): { status: ServerStatus; count: number }[] {
  const servers = serversOf(rows);
  return (['offline', 'stale', 'draining', 'busy', 'online', 'never_connected'] as const)
    .map((status) => ({ status, count: servers.filter((row) => row.status_code === status).length }))
    .filter((one) => one.count > 0);
}

/** "8 × H100 SXM"; null when the hardware is not known. */
export function gpuText(
  row: Pick<ServerCurrentStatus, 'gpu_name' | 'gpu_model' | 'gpu_count'>,
): string | null {
  const name = row.gpu_name ?? row.gpu_model;
  if (name === null) return row.gpu_count === null ? null : counted(row.gpu_count, 'GPU');
  return row.gpu_count === null ? name : `${grouped(row.gpu_count)} × ${name}`;
}

/** Memory of all GPUs of a config in decimal GB. */
export function totalMemoryGb(row: Pick<ServerCurrentStatus, 'gpu_count' | 'gpu_memory_gb'>): number | null {
  return row.gpu_memory_gb === null ? null : row.gpu_memory_gb * (row.gpu_count ?? 1);
}
