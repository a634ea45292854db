import type { Lane } from '#server/database/port.ts';

/** What leases, heartbeats and the pages that watch a job wait for: short statements that must not queue behind a table. */
const CONTROL: ReadonlySet<string> = new Set([
  'get_job_status',
  'record_server_config_instance_heartbeat',
  'worker_claim_job',
  'worker_finish_job',
  'worker_register',
  'worker_sync',
]);

/** The queue a view or function waits in. Uploads of workers (results, logs, telemetry) are bulk: they queue with the reads. */
export function laneOf(target: { readonly kind: 'relation' | 'rpc'; readonly name: string }): Lane {
  return target.kind === 'rpc' && CONTROL.has(target.name) ? 'control' : 'read';
}
