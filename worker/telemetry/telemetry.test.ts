import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TelemetryRow } from '#contract/worker/protocol.ts';
import { parseEngineMetrics } from './engine-metrics.ts';
import { cpuPercent, parseProcStat } from './host-cpu.ts';
import { NvidiaSmiSampler, parseGpuSample } from './nvidia-smi.ts';
import { isSimulatedEngine, Sampler } from './sampler.ts';
import { parseSimulatedGpus } from './simulated-gpus.ts';

const AT = '2026-01-01T00:00:00.000Z';

describe('nvidia-smi', () => {
  it('reads a sample; what the GPU cannot say is null', () => {
    expect(parseGpuSample('1, GPU-5f, 97, 68123, 81559, 642.31, 700.00, 61, 1755', AT)).toMatchObject({
      source: 'gpu',
      gpu_index: 1,
      gpu_uuid: 'GPU-5f',
      gpu_util_pct: 97,
      memory_used_mb: 71432,
      memory_total_mb: 85521,
      power_w: 642.31,
      power_limit_w: 700,
      temperature_c: 61,
      sm_clock_mhz: 1755,
    });
    expect(
      parseGpuSample('0, GPU-a, [N/A], 10, 20, [Not Supported], [Unknown Error], 40, 300', AT),
    ).toMatchObject({ gpu_util_pct: null, power_w: null, power_limit_w: null, temperature_c: 40 });
    expect(parseGpuSample('Failed to initialize NVML: Driver/library version mismatch', AT)).toBeNull();
    expect(parseGpuSample('', AT)).toBeNull();
  });

  describe('as a program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'yardstick-smi-'));
    const path = process.env['PATH'] ?? '';
    beforeAll(() => {
      const line = (i: number) => `${i}, GPU-${i}${i}, 50, 1, 2, 100.0, 700.00, 50, 1000`;
      writeFileSync(
        join(folder, 'nvidia-smi'),
        `#!/bin/sh\nwhile :; do printf '${line(0)}\\n${line(1)}\\n'; sleep 0.05; done\n`,
      );
      chmodSync(join(folder, 'nvidia-smi'), 0o755);
      process.env['PATH'] = `${folder}:${path}`;
    });
    afterAll(() => {
      process.env['PATH'] = path;
      rmSync(folder, { recursive: true });
    });

    it('samples the GPUs that the engine sees until it is stopped', async () => {
      const rows: TelemetryRow[] = [];
      const sampler = new NvidiaSmiSampler(50, ['1'], (row) => rows.push(row));
      await expect.poll(() => rows.length, { timeout: 5000 }).toBeGreaterThan(2);
      sampler.stop();
      expect(new Set(rows.map((row) => row.gpu_uuid))).toEqual(new Set(['GPU-11']));
    });
  });
});

describe('engine metrics', () => {
  it('reads vLLM: requests over all engines, the share of the cache as a mean in %', () => {
    const text = [
      '# HELP vllm:num_requests_running Number of requests in model execution batches.',
      'vllm:num_requests_running{engine="0",model_name="a b"} 12.0',
      'vllm:num_requests_running{engine="1",model_name="a b"} 4.0',
      'vllm:num_requests_waiting{engine="0"} 3.0',
      'vllm:kv_cache_usage_perc{engine="0"} 0.5',
      'vllm:kv_cache_usage_perc{engine="1"} 0.25',
    ].join('\n');
    expect(parseEngineMetrics(text, AT)).toMatchObject({
      source: 'engine',
      engine_running: 16,
      engine_waiting: 3,
      kv_cache_pct: 37.5,
      gpu_index: null,
    });
  });

  it('reads older vLLM, SGLang and llama.cpp; leaves out what is not a number', () => {
    expect(
      parseEngineMetrics('vllm:num_requests_waiting 0\nvllm:gpu_cache_usage_perc 0.1\n', AT),
    ).toMatchObject({ engine_running: null, engine_waiting: 0, kv_cache_pct: 10 });
    expect(
      parseEngineMetrics(
        'sglang:num_running_reqs{x="y"} 7\nsglang:num_queue_reqs 2\nsglang:token_usage 0.5\n',
        AT,
      ),
    ).toMatchObject({ engine_running: 7, engine_waiting: 2, kv_cache_pct: 50 });
    expect(
      parseEngineMetrics('llamacpp:requests_processing 1\nllamacpp:kv_cache_usage_ratio NaN\n', AT),
    ).toMatchObject({ engine_running: 1, kv_cache_pct: null });
    expect(parseEngineMetrics('process_cpu_seconds_total 1\n', AT)).toBeNull();
  });
});

describe('host', () => {
  it('counts waiting for a disk as idle and guest time once', () => {
    const before = parseProcStat('cpu  100 0 50 800 50 0 0 0 30 0\ncpu0 1 2 3 4\n');
    expect(before).toEqual({ total: 1000, busy: 150 });
    expect(cpuPercent(before, parseProcStat('cpu  160 0 70 900 70 0 0 0 40 0\n'))).toBe(40);
    expect(cpuPercent(before, before)).toBeNull();
  });
});

describe('simulated engine', () => {
  it('reads both forms and nothing that does not say that it is simulated', () => {
    const gpu = { power_w: 1, temperature_c: null };
    const long = { simulated: true, samples: [{ gpu_index: 2, gpu_uuid: 'u', at: 'x', ...gpu }] };
    const short = { simulated: true, gpus: [{ index: 2, uuid: 'u', ...gpu }] };
    for (const body of [long, short]) {
      expect(parseSimulatedGpus(body, AT)).toEqual([
        expect.objectContaining({
          at: AT,
          source: 'gpu',
          gpu_index: 2,
          gpu_uuid: 'u',
          power_w: 1,
          temperature_c: null,
          gpu_util_pct: null,
        }),
      ]);
    }
    expect(parseSimulatedGpus({ gpus: [] }, AT)).toBeNull();
  });

  it('gives up pages that an engine does not have, and never polls twice at once', async () => {
    const hits = new Map<string, number>();
    let open = 0;
    let mostOpen = 0;
    const server = createServer((request, response) => {
      const url = request.url ?? '';
      hits.set(url, (hits.get(url) ?? 0) + 1);
      if (url !== '/sim/telemetry') return void response.writeHead(404).end();
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      setTimeout(() => {
        open -= 1;
        response.end('{"simulated":true,"gpus":[{"index":0,"uuid":"u"}]}');
      }, 50);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const engineUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await isSimulatedEngine(engineUrl, {})).toBe(true);
    const rows: TelemetryRow[] = [];
    const sampler = new Sampler({
      engineUrl,
      headers: {},
      gpus: 'simulated',
      visibleGpus: null,
      intervalMs: 30,
      onRows: (more) => rows.push(...more),
    });
    const gpuRows = () => rows.filter((row) => row.source === 'gpu').length;
    await expect.poll(() => hits.get('/metrics') ?? 0, { timeout: 5000 }).toBeGreaterThanOrEqual(5);
    await expect.poll(gpuRows, { timeout: 5000 }).toBeGreaterThan(8);
    const polls = hits.get('/metrics');
    const before = gpuRows();
    await expect.poll(gpuRows, { timeout: 5000 }).toBeGreaterThan(before + 4);
    sampler.stop();
    expect(hits.get('/metrics')).toBe(polls);
    server.close();
    expect(mostOpen).toBe(1);
    expect(rows.filter((row) => row.source === 'host').length).toBeGreaterThan(6);
    expect(await isSimulatedEngine('http://127.0.0.1:1', {})).toBe(false);
  });
});
