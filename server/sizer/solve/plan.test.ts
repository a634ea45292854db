import { describe, expect, it } from 'vitest';
import { operatingPoint, type Performance } from './performance.ts';
import { gpu, model, question } from './plain-predictor.test-data.ts';
import { largestLoad, planFor } from './plan.ts';
import type { Stack } from './stack.ts';
import { gpuPrices } from './unit-prices.ts';

const STACK: Stack = {
  model: model('llama-3.1-8b'),
  gpu: gpu('h100-sxm'),
  framework: 'vllm',
  frameworkVersion: null,
  precision: 'fp8',
  kvPrecision: null,
  parallelism: { tp: 2, pp: 1, ep: 1, dp: 1 },
};
const TOKENS = { isl: 1000, osl: 101 };

/** TTFT 100 + 10·B, TPOT 10 + 0.25·B, as in the plain predictor. */
const PERFORMANCE: Performance = {
  at: (load) => operatingPoint(100 + 10 * load, 10 + 0.25 * load, TOKENS.osl, load),
};

function planned(features: Record<string, unknown>, sequencesHeld = 100) {
  return planFor({
    stack: STACK,
    performance: PERFORMANCE,
    sequencesHeld,
    prices: gpuPrices(STACK.gpu, undefined),
    question: question({ display_model: 'Llama-3.1-8B', latency_slo: 'batch', ...TOKENS, ...features }),
  });
}

describe('largestLoad', () => {
  it('is the last step that passes, the cap where all do, 0 where none does', () => {
    expect(largestLoad(200, (load) => load <= 70)).toBe(64);
    expect(largestLoad(200, () => true)).toBe(200);
    expect(largestLoad(200, () => false)).toBe(0);
    expect(largestLoad(10_000, () => true)).toBe(512);
  });

  it('is the same whatever was guessed', () => {
    for (const cap of [1, 2, 3, 7, 16, 50, 200, 512, 9_000])
      for (const end of [0, 1, 2, 5, 11, 16, 47, 48, 63, 199, 300, 511, 512]) {
        const plain = largestLoad(cap, (load) => load <= end);
        for (const guess of [0, 1, 4, 30, 100, 511, 1e9])
          expect(
            largestLoad(
              cap,
              (load) => load <= end,
              () => guess,
            ),
          ).toBe(plain);
        const asked: number[] = [];
        largestLoad(
          cap,
          (load) => (asked.push(load), load <= end),
          () => end,
        );
        // Both ends, and from a good guess few more.
        expect(asked.length).toBeLessThanOrEqual(6);
      }
  });
});

describe('planFor', () => {
  it('divides the concurrency over replicas loaded to at most 80 %', () => {
    // 80 of 100 in each: 200 need ceil(200 / 80) = 3, of at most 67.
    expect(planned({ conc: 200 })).toMatchObject({
      replicas: 3,
      totalGpus: 6,
      concurrency: 200,
      concurrencyPerReplica: 67,
      maxConcurrencyPerReplica: 100,
      nodes: { nodes: 1 },
    });
  });

  it('states the throughput of the requests that are there', () => {
    const plan = planned({ conc: 200 });
    // TTFT 770, TPOT 26.75: E2E 770 + 100 · 26.75 = 3,445 ms; 200 · 101 / 3.445.
    expect(plan?.point.e2eMs).toBeCloseTo(3_445, 9);
    expect(plan?.tokensPerSec).toBeCloseTo((200 * 101) / 3.445, 6);
    expect(plan?.point.p99E2eMs).toBeCloseTo(2.62 * 770 + 1.19 * 100 * 26.75, 6);
  });

  it('keeps the largest load within a p99 limit', () => {
    // p99(B) = 2.62 (100 + 10 B) + 119 (10 + 0.25 B) = 1,452 + 55.95 B: 3,000 ms allow B ≤ 27.67, of the steps 24.
    const plan = planned({ conc: 24, max_latency_p99_ms: 3_000 });
    expect(plan?.maxConcurrencyPerReplica).toBe(24);
    // floor(0.8 · 24) = 19 in each.
    expect(plan).toMatchObject({ replicas: 2, concurrencyPerReplica: 12 });
  });

  it('sizes for a throughput target with headroom', () => {
    // At 100: E2E 1,100 + 100 · 35 = 4,600 ms, 100 · 101 / 4.6 = 2,195.65 tokens/s; 5,000 / (0.8 · 2,195.65) = 2.85.
    const plan = planned({ target_tokens_per_sec: 5_000 });
    expect(plan?.replicas).toBe(3);
    expect(plan?.tokensPerSec).toBeGreaterThanOrEqual(5_000);
    // One request less in each replica would not give it.
    const less = PERFORMANCE.at((plan?.concurrencyPerReplica ?? 0) - 1);
    expect(3 * (less?.tokensPerSec ?? 0)).toBeLessThan(5_000);
  });

  it('sizes for the load at the end of the horizon', () => {
    // 100 · 1.5² = 225 in flight: ceil(225 / 80) = 3.
    expect(planned({ conc: 100, growth_pct: 50, horizon_years: 2 })).toMatchObject({
      replicas: 3,
      concurrency: 225,
    });
    expect(planned({ conc: 100 })?.replicas).toBe(2);
  });

  it('keeps a fixed number of GPUs exactly', () => {
    expect(planned({ conc: 200, gpu_count: 8, decode_tp: 2 })).toMatchObject({
      replicas: 4,
      totalGpus: 8,
      concurrencyPerReplica: 50,
    });
  });
});
