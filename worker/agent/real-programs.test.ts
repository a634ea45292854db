import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { benchLlmResultSchema } from '#contract/worker/bench-llm-result.ts';
import { createHarness, isAlive, last, setup } from './test-fixtures/harness.ts';
import { installWorker } from './test-fixtures/worker-under-test.ts';

const LAUNCH = {
  kind: 'simulated' as const,
  gpu_model: 'h100-sxm',
  gpu_count: 1,
  model_code: 'llama-3.1-8b',
  quantization_code: 'fp8',
  max_model_len: 4096,
  ready_timeout_s: 20,
};

let install: string;
beforeAll(async () => {
  install = await installWorker('real');
});
afterAll(() => rm(install, { recursive: true, force: true }));

it('runs bench-llm against the simulated engine, all three as they ship', async () => {
  const harness = await createHarness(install);
  try {
    const { platform, worker, ended } = harness;
    const job = platform.addJob({
      ...setup({ launch: LAUNCH }),
      bench: {
        concurrency: 4,
        input_len: 64,
        output_len: 32,
        num_requests: 24,
        num_warmups: 4,
        max_duration_s: null,
        seed: 7,
        options: { goodput: { ttft_ms: 1000 }, unknown_option: 1 },
      },
    });
    worker.start();
    await ended(job);
    const attempt = last(job);
    expect(attempt.finish?.p_message ?? null).toBeNull();
    expect(job.status).toBe('completed');
    const result = benchLlmResultSchema.parse(JSON.parse(attempt.result?.text ?? 'null'));
    expect(result).toMatchObject({ completed: 24, failed: 0, total_output_tokens: 24 * 32, seed: 7 });
    expect(result.warmup_requests).toBeGreaterThanOrEqual(4);
    const rows = [...attempt.batches.values()].flat();
    expect(rows.some((row) => row.source === 'gpu' && (row.power_w ?? 0) > 0)).toBe(true);
    expect(rows.some((row) => row.source === 'engine' && row.kv_cache_pct !== null)).toBe(true);
    expect(attempt.logs.agent.join('')).toContain('options that bench-llm does not have: unknown_option');
  } finally {
    await harness.end();
  }
});

it('leaves neither engine nor bench running when the agent is killed and no other comes', async () => {
  const harness = await createHarness(install);
  try {
    const { platform, worker, inPhase, until } = harness;
    const job = platform.addJob({
      ...setup({ launch: LAUNCH }),
      bench: {
        concurrency: 2,
        input_len: 16,
        output_len: 512,
        num_requests: 10_000,
        num_warmups: 0,
        max_duration_s: null,
        seed: 1,
        options: {},
      },
    });
    worker.start();
    await inPhase(job, 'measuring');
    const pids = await worker.childPids();
    expect(pids).toHaveLength(2);
    await worker.end('SIGKILL');
    expect(pids.every(isAlive)).toBe(true);
    await until('engine and bench end', () => !pids.some(isAlive), 5000);
  } finally {
    await harness.end();
  }
});
