import { describe, expect, it } from 'vitest';
import type { TelemetrySample } from '#contract/views/v-telemetry-with-server.ts';
import { toTelemetryPanels } from '#src/components/chart/telemetry-series.ts';
import { measuredWindow, toTelemetrySamples } from './telemetry-samples.ts';

const row = (telemetry_id: number, more: Partial<TelemetrySample>): TelemetrySample => ({
  telemetry_id,
  org_id: '00000000-0000-4000-8000-000000000002',
  job_id: 1,
  job_name: 'c8',
  run_id: 1,
  project_id: 1,
  attempt: 1,
  server_id: 1,
  hostname: 'gpu-1',
  sampled_at: new Date(1_795_000_000_000 + telemetry_id * 1000).toISOString(),
  source: 'gpu',
  gpu_index: null,
  gpu_uuid: null,
  gpu_util_pct: null,
  memory_used_gb: null,
  memory_total_gb: null,
  power_w: null,
  power_limit_w: null,
  temperature_c: null,
  sm_clock_mhz: null,
  cpu_pct: null,
  engine_running: null,
  engine_waiting: null,
  kv_cache_pct: null,
  created_at: '2026-11-27T10:00:00Z',
  ...more,
});

describe('toTelemetrySamples', () => {
  it('draws GPUs, engine and host each under its own name, and nothing for what a source does not sample', () => {
    const samples = toTelemetrySamples([
      row(1, { gpu_index: 0, power_w: 400, gpu_util_pct: 97 }),
      row(2, { gpu_index: 1, power_w: 410, gpu_util_pct: null }),
      row(3, { source: 'engine', engine_running: 8, engine_waiting: 0, kv_cache_pct: 12 }),
      row(4, { source: 'host', cpu_pct: 31 }),
    ]);
    const { shown } = toTelemetryPanels(
      {
        title: 'T',
        samples,
        metrics: ['power_w', 'gpu_util_pct', 'engine_running', 'kv_cache_pct', 'cpu_pct'],
        window: null,
      },
      100,
    );
    expect(shown.map((panel) => [panel.y.key, panel.series.map((series) => series.name)])).toEqual([
      ['power_w', ['GPU 0', 'GPU 1']],
      ['gpu_util_pct', ['GPU 0']],
      ['engine_running', ['Engine']],
      ['kv_cache_pct', ['Engine']],
      ['cpu_pct', ['Host']],
    ]);
  });

  it('keeps a missing value missing', () => {
    expect(toTelemetrySamples([row(1, { gpu_index: 0 })])[0]).toMatchObject({ power_w: null });
  });
});

describe('measuredWindow', () => {
  it('is null unless both ends are known', () => {
    expect(measuredWindow({ measured_from: '2026-11-27T10:00:00Z', measured_to: null })).toBeNull();
    expect(measuredWindow(undefined)).toBeNull();
    expect(
      measuredWindow({ measured_from: '2026-11-27T10:00:00Z', measured_to: '2026-11-27T10:01:00Z' }),
    ).toEqual({ from: Date.UTC(2026, 10, 27, 10), to: Date.UTC(2026, 10, 27, 10, 1) });
  });
});
