import { expect, it } from 'vitest';
import { ALL_RPCS } from '#contract/rpc/all.ts';
import { laneOf } from './lanes.ts';

it('lets leases, heartbeats and status pass, and nothing that is bulk or a view', () => {
  const control = ALL_RPCS.map(({ name }) => name).filter(
    (name) => laneOf({ kind: 'rpc', name }) === 'control',
  );
  expect(control.sort()).toEqual([
    'get_job_status',
    'record_server_config_instance_heartbeat',
    'worker_claim_job',
    'worker_finish_job',
    'worker_register',
    'worker_sync',
  ]);
  for (const name of ['worker_put_result', 'worker_append_log', 'worker_put_telemetry', 'list_jobs_filtered'])
    expect(laneOf({ kind: 'rpc', name }), name).toBe('read');
  expect(laneOf({ kind: 'relation', name: 'worker_sync' })).toBe('read');
});
