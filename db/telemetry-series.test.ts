import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTelemetrySeries, type TelemetrySeries } from '#contract/rpc/telemetry.ts';
import { seed } from '#db/seed.ts';
import type { Database } from '#server/database/port.ts';
import { openTestDatabase, type TestDatabase } from '#testing/database.ts';
import {
  callRpc,
  createConfig,
  createWorkspace,
  failureOf,
  jobArguments,
  registerWorker,
  type TestWorkspace,
} from '#testing/workspace.ts';

let test: TestDatabase;
let db: Database;
let workspace: TestWorkspace;
let jobId: number;

/** Two GPUs over 100 s, one sample a second; GPU 0 has one spike of power and GPU 1 a silence; the engine is sampled 11 times. */
beforeAll(async () => {
  test = await openTestDatabase();
  db = test.db;
  await seed(db);
  workspace = await createWorkspace(db);
  await registerWorker(db, workspace);
  await createConfig(db, workspace);
  jobId = await callRpc<number>(db, workspace.claims, 'create_bench_llm_job', jobArguments(workspace));
  const insert = (columns: string, select: string) =>
    db.one(
      { role: 'web_system' },
      `insert into core.telemetry_samples (org_id, job_id, attempt, source, ${columns}) select $1, $2, ${select}`,
      [workspace.orgId, jobId],
    );
  const at = `timestamptz '2026-11-20 12:00:00Z' + make_interval(secs => n)`;
  await insert(
    'sampled_at, gpu_index, power_w, power_limit_w, memory_used_mb, memory_total_mb',
    `2, 'gpu', ${at}, 0, case when n = 57 then 700 else 100 + n % 10 end, 700, 2500, 80000 from generate_series(0, 99) n`,
  );
  await insert(
    'sampled_at, gpu_index, gpu_util_pct',
    `2, 'gpu', ${at}, 1, case when n % 2 = 0 then 50 end from generate_series(0, 99) n where n not between 31 and 39`,
  );
  await insert('sampled_at, engine_waiting', `2, 'engine', ${at}, n from generate_series(0, 100, 10) n`);
  await insert(
    'sampled_at, cpu_pct',
    `1, 'host', ${at}, case n when 3 then 1e12 else n end from generate_series(0, 3) n`,
  );
});
afterAll(() => test.close());

const read = async (more: Readonly<Record<string, unknown>> = {}): Promise<TelemetrySeries> =>
  getTelemetrySeries.returns.parse(
    await callRpc(db, workspace.claims, 'get_telemetry_series', { p_job_id: jobId, ...more }),
  );
const device = (series: TelemetrySeries, source: string, gpu: number | null) => {
  const found = series.devices.find((each) => each.source === source && each.gpu_index === gpu);
  if (found === undefined) throw new Error(`no ${source} ${gpu}`);
  return found;
};

describe('get_telemetry_series', () => {
  it('keeps a spike of one sample, at its value and its moment', async () => {
    const series = await read({ p_buckets: 10 });
    expect(series).toMatchObject({ attempt: 2, sample_count: 202, bucket_count: 30 });
    const gpu = device(series, 'gpu', 0);
    expect(gpu).toMatchObject({
      samples: 100,
      is_thinned: true,
      power_limit_w: 700,
      memory_total_gb: 80,
      max_gap_s: 1,
      at_ms: [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000],
      counts: [10, 10, 10, 10, 10, 10, 10, 10, 10, 10],
    });
    const power = gpu.metrics['power_w'];
    expect(power?.max).toEqual([109, 109, 109, 109, 109, 700, 109, 109, 109, 109]);
    expect(power?.max_at_ms?.[5]).toBe(57_000);
    expect(power?.min).toEqual(Array(10).fill(100));
    expect(power?.min_at_ms?.[5]).toBe(50_000);
    // 100, 101 … 106, 700, 108, 109: the mean of the bucket with the spike.
    expect(power?.mean.slice(4, 6)).toEqual([104.5, 163.8]);
    expect(gpu.metrics['memory_used_gb']?.mean[0]).toBe(2.5);
    expect(Object.keys(gpu.metrics).sort()).toEqual(['memory_used_gb', 'power_w']);
  });

  it('gives every sample of a device that has no more than the buckets', async () => {
    const series = await read({ p_buckets: 99 });
    expect(device(series, 'gpu', 0).is_thinned).toBe(true);
    const engine = device(series, 'engine', null);
    expect(engine).toMatchObject({ samples: 11, is_thinned: false, counts: Array(11).fill(1) });
    expect(engine.metrics['engine_waiting']).toEqual({
      mean: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
      min: null,
      max: null,
      min_at_ms: null,
      max_at_ms: null,
    });
    // A missing value stays missing, in its place.
    const util = device(series, 'gpu', 1).metrics['gpu_util_pct'];
    expect(util?.mean.slice(0, 4)).toEqual([50, null, 50, null]);
    expect(device(series, 'gpu', 1)).toMatchObject({ samples: 91, max_gap_s: 10, max_gap_at_ms: 30_000 });
  });

  it('reads the latest attempt with samples, or the one that is asked for', async () => {
    expect((await read()).devices.map(({ source }) => source)).toEqual(['engine', 'gpu', 'gpu']);
    const first = await read({ p_attempt: 1 });
    expect(first.devices.map(({ source }) => source)).toEqual(['host']);
    // A worker that counts nonsense does not break the read.
    const cpu = device(await read({ p_attempt: 1, p_buckets: 2 }), 'host', null).metrics['cpu_pct'];
    expect(cpu).toMatchObject({ mean: [0.5, 5e11 + 1], max: [1, 8e6], min: [0, 2] });
    expect(await read({ p_attempt: 9 })).toEqual({
      job_id: jobId,
      attempt: 9,
      buckets_most: 600,
      origin_at: null,
      sample_count: 0,
      bucket_count: 0,
      devices: [],
    });
  });

  it('reads a stretch of time, finer', async () => {
    const series = await read({
      p_from: '2026-11-20T12:00:50Z',
      p_to: '2026-11-20T12:00:59Z',
      p_buckets: 10,
    });
    const gpu = device(series, 'gpu', 0);
    expect(gpu).toMatchObject({ samples: 10, is_thinned: false });
    expect(Date.parse(series.origin_at ?? '')).toBe(Date.parse('2026-11-20T12:00:50Z'));
    expect(gpu.at_ms[7]).toBe(7000);
    expect(gpu.metrics['power_w']?.mean[7]).toBe(700);
  });

  it('is read by viewers, and refuses what makes no sense', async () => {
    const viewer = await workspace.member('viewer');
    const series = await callRpc<TelemetrySeries>(db, viewer, 'get_telemetry_series', { p_job_id: jobId });
    expect(series.sample_count).toBe(202);
    for (const [field, change] of [
      ['p_buckets', { p_buckets: 0 }],
      ['p_buckets', { p_buckets: 2001 }],
      ['p_to', { p_from: '2026-11-20T12:00:50Z', p_to: '2026-11-20T12:00:50Z' }],
    ] as const)
      expect(await failureOf(read(change))).toMatchObject({ code: 'validation_failed', details: { field } });
  });
});
