import { expect, it } from 'vitest';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { countStates, gpuText, serversOf, silentServers, totalMemoryGb } from './server-facts.ts';

const row = (
  server_id: number,
  status_code: ServerCurrentStatus['status_code'],
  last: string | null = null,
) => ({ server_id, status_code, last_heartbeat_at: last }) as ServerCurrentStatus;

const rows = [
  row(1, 'online'),
  row(1, 'online'),
  row(2, 'stale', '2026-06-01T10:00:00Z'),
  row(3, 'offline', '2026-06-01T08:00:00Z'),
  row(3, 'offline', '2026-06-01T08:00:00Z'),
  row(4, 'never_connected'),
];

it('counts servers, not their configs, the worrying ones first', () => {
  expect(serversOf(rows).map((one) => one.server_id)).toEqual([1, 2, 3, 4]);
  expect(countStates(rows)).toEqual([
    { status: 'offline', count: 1 },
    { status: 'stale', count: 1 },
    { status: 'online', count: 1 },
    { status: 'never_connected', count: 1 },
  ]);
});

it('is loud about servers that went silent, longest first, and not about new ones', () => {
  expect(silentServers(rows).map((one) => one.server_id)).toEqual([3, 2]);
});

it('says what hardware a config has, and nothing it does not know', () => {
  expect(gpuText({ gpu_name: 'H100 SXM', gpu_model: 'h100-sxm', gpu_count: 8 })).toBe('8 × H100 SXM');
  expect(gpuText({ gpu_name: null, gpu_model: 'h100-sxm', gpu_count: null })).toBe('h100-sxm');
  expect(gpuText({ gpu_name: null, gpu_model: null, gpu_count: null })).toBeNull();
  expect(totalMemoryGb({ gpu_count: 8, gpu_memory_gb: 80 })).toBe(640);
  expect(totalMemoryGb({ gpu_count: 8, gpu_memory_gb: null })).toBeNull();
});
