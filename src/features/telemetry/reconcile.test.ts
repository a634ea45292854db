import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '#contract/views/v-telemetry-with-server.ts';
import { meanPowerW, reconcile } from './reconcile.ts';

const sample = (second: number, gpu: number, power: number | null): TelemetrySample => ({
  telemetry_id: 1,
  org_id: '00000000-0000-4000-8000-000000000001',
  job_id: 1,
  job_name: 'j',
  run_id: 1,
  project_id: 1,
  attempt: 1,
  server_id: null,
  hostname: null,
  sampled_at: new Date(second * 1000).toISOString(),
  source: 'gpu',
  gpu_index: gpu,
  gpu_uuid: null,
  gpu_util_pct: null,
  memory_used_gb: null,
  memory_total_gb: null,
  power_w: power,
  power_limit_w: null,
  temperature_c: null,
  sm_clock_mhz: null,
  cpu_pct: null,
  engine_running: null,
  engine_waiting: null,
  kv_cache_pct: null,
  created_at: new Date(second * 1000).toISOString(),
});

describe('meanPowerW', () => {
  it('adds the means of the GPUs inside the window, gaps and what lies outside left out', () => {
    const rows = [
      sample(0, 0, 9_999),
      sample(10, 0, 400),
      sample(11, 0, 600),
      sample(12, 0, null),
      sample(10, 1, 300),
      sample(30, 1, 9_999),
    ];
    expect(meanPowerW(rows, { from: 10_000, to: 20_000 })).toBe(800);
    expect(meanPowerW(rows, { from: 40_000, to: 50_000 })).toBeNull();
  });
});

describe('reconcile', () => {
  it('says whether trace and figure tell the same', () => {
    expect(reconcile(101, 100)).toEqual({ trace: 101, published: 100, difference: 0.01, agrees: true });
    expect(reconcile(90, 100)).toMatchObject({ difference: -0.1, agrees: false });
    expect(reconcile(null, 100)).toEqual({ trace: null, published: 100, difference: null, agrees: null });
  });
});
