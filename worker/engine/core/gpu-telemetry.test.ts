import { expect, it } from 'vitest';
import { findGpu } from '#catalog/gpus/index.ts';
import { GpuTelemetry } from './gpu-telemetry.ts';

it('follows the load: idle, memory-bound, compute-bound, idle again', () => {
  const gpu = findGpu('h100-sxm');
  if (!gpu) throw new Error('catalog');
  const telemetry = new GpuTelemetry({ gpu, gpuCount: 2, gpuMemoryUtilization: 0.9, now: 0 });
  const load = { busyMs: 0, computeMs: 0 };
  const at = (now: number) => {
    const samples = telemetry.sample(load, now, new Date(0));
    expect(samples.map((sample) => sample.gpu_index)).toEqual([0, 1]);
    return samples[0] ?? expect.fail();
  };
  const idle = at(1000);
  expect(idle).toMatchObject({
    gpu_util_pct: 0,
    power_w: 84,
    power_limit_w: 700,
    sm_clock_mhz: 345,
    gpu_uuid: 'SIM-h100-sxm-0',
  });
  expect(idle.memory_used_mb).toBe(Math.round(72e9 / 1e6));

  load.busyMs += 500;
  load.computeMs += 50;
  const half = at(2000);
  expect(half.gpu_util_pct).toBe(50);
  load.busyMs += 1000;
  load.computeMs += 1000;
  const full = at(3000);
  expect(full).toMatchObject({ gpu_util_pct: 100, power_w: 700 });
  expect(full.power_w).toBeGreaterThan(half.power_w);
  expect(half.power_w).toBeGreaterThan(idle.power_w);
  expect(full.temperature_c).toBeGreaterThan(half.temperature_c);
  expect(full.sm_clock_mhz).toBeLessThan(half.sm_clock_mhz);
  expect(at(60_000)).toMatchObject({ gpu_util_pct: 0, power_w: 84 });
});
