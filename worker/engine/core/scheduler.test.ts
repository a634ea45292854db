import { describe, expect, it } from 'vitest';
import { findAiModel } from '#catalog/ai-models/index.ts';
import { findGpu } from '#catalog/gpus/index.ts';
import { findQuantization } from '#catalog/quantizations/index.ts';
import { KvBlocks } from './kv-blocks.ts';
import { Scheduler, type SchedulerLimits, type Sequence } from './scheduler.ts';
import { createStepTimeModel } from './step-time.ts';

const gpu = findGpu('h100-sxm');
const model = findAiModel('llama-3.1-8b');
const quantization = findQuantization('fp16');
if (!gpu || !model || !quantization) throw new Error('catalog');
const stepTime = createStepTimeModel({ gpu, gpuCount: 1, model, quantization, gpuMemoryUtilization: 0.9 });

function setUp(limits: Partial<SchedulerLimits> & { blocks?: number } = {}) {
  const kv = new KvBlocks({ totalBlocks: limits.blocks ?? 100_000, blockSize: 16, prefixCaching: false });
  const scheduler = new Scheduler(kv, {
    maxNumSeqs: limits.maxNumSeqs ?? 256,
    maxNumBatchedTokens: limits.maxNumBatchedTokens ?? 8192,
  });
  return { kv, scheduler };
}

const prompt = (length: number) => Array.from({ length }, (_, i) => i);

interface Timing {
  first: number;
  last: number;
}

/** Runs everything in simulated time: milliseconds from the start, and each sequence's first and last token. */
function drain(scheduler: Scheduler): { ms: number; timings: Map<Sequence, Timing>; steps: number } {
  const timings = new Map<Sequence, Timing>();
  let ms = 0;
  let steps = 0;
  for (let step = scheduler.plan(); step !== null; step = scheduler.plan()) {
    ms += stepTime.stepMs(step.work).ms;
    steps++;
    for (const sequence of scheduler.complete(step)) {
      timings.set(sequence, { first: timings.get(sequence)?.first ?? ms, last: ms });
    }
  }
  return { ms, timings, steps };
}

function closedBatch(
  count: number,
  promptTokens: number,
  outputTokens: number,
  limits: Parameters<typeof setUp>[0] = {},
) {
  const { scheduler } = setUp(limits);
  const sequences = Array.from({ length: count }, () => scheduler.add(prompt(promptTokens), outputTokens));
  const { ms, timings } = drain(scheduler);
  const tpots = sequences.map((s) => {
    const t = timings.get(s) ?? { first: Number.NaN, last: Number.NaN };
    return (t.last - t.first) / (outputTokens - 1);
  });
  return {
    tokensPerSec: (count * outputTokens * 1000) / ms,
    tpot: tpots.reduce((a, b) => a + b, 0) / count,
    scheduler,
    sequences,
  };
}

describe('continuous batching', () => {
  it('produces exactly the tokens asked for, one in the prefill step and one a decode step', () => {
    const { scheduler } = setUp();
    const sequence = scheduler.add(prompt(100), 5);
    expect(drain(scheduler).steps).toBe(5);
    expect(sequence).toMatchObject({ generated: 5, computed: 104, state: 'ended' });
  });

  it('gives each token more time as the batch grows, and the batch more tokens a second', () => {
    const runs = [1, 8, 64, 256].map((count) => closedBatch(count, 512, 128));
    for (let i = 1; i < runs.length; i++) {
      expect(runs[i]?.tpot).toBeGreaterThan(runs[i - 1]?.tpot ?? Number.NaN);
      expect(runs[i]?.tokensPerSec).toBeGreaterThan(runs[i - 1]?.tokensPerSec ?? Number.NaN);
    }
  });

  it('stops gaining when max_num_seqs is full', () => {
    const at = (count: number) => closedBatch(count, 128, 64, { maxNumSeqs: 16 }).tokensPerSec;
    const [eight, sixteen, sixtyFour, more] = [at(8), at(16), at(64), at(256)];
    expect(sixteen / eight).toBeGreaterThan(1.5);
    expect(sixtyFour / sixteen).toBeLessThan(1.1);
    expect(more / sixtyFour).toBeLessThan(1.05);
  });

  it('never runs more than max_num_seqs and never plans more than the token budget', () => {
    const { scheduler } = setUp({ maxNumSeqs: 4, maxNumBatchedTokens: 64 });
    for (let i = 0; i < 20; i++) scheduler.add(prompt(50), 10);
    for (let step = scheduler.plan(); step !== null; step = scheduler.plan()) {
      const planned = step.parts.reduce((sum, part) => sum + part.tokens, 0);
      expect(planned).toBeLessThanOrEqual(64);
      expect(planned).toBe(step.work.prefillTokens + step.work.decodeSequences);
      expect(scheduler.runningCount).toBeLessThanOrEqual(4);
      scheduler.complete(step);
    }
  });

  it('cuts a long prompt into chunks while others go on decoding', () => {
    const { scheduler } = setUp({ maxNumBatchedTokens: 100 });
    const short = scheduler.add(prompt(10), 50);
    scheduler.complete(scheduler.plan() ?? fail());
    const long = scheduler.add(prompt(500), 1);
    let steps = 0;
    while (long.generated === 0) {
      const step = scheduler.plan() ?? fail();
      expect(step.work.decodeSequences).toBe(1);
      scheduler.complete(step);
      steps++;
    }
    // 99 prompt tokens a step beside the one that decodes.
    expect(steps).toBe(Math.ceil(500 / 99));
    expect(short.generated).toBe(1 + steps);
  });

  it('serves waiting requests in the order they came', () => {
    const { scheduler } = setUp({ maxNumSeqs: 1 });
    const sequences = [3, 2, 4].map((n) => scheduler.add(prompt(8), n));
    const { timings } = drain(scheduler);
    const firsts = sequences.map((s) => timings.get(s)?.first ?? Number.NaN);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  });
});

describe('a full KV cache', () => {
  it('preempts the youngest, computes it again and still gives every token', () => {
    // Four sequences of 32 + 64 tokens need 6 blocks each; 14 blocks hold two and a half.
    const { kv, scheduler } = setUp({ blocks: 14 });
    const sequences = Array.from({ length: 4 }, () => scheduler.add(prompt(32), 64));
    drain(scheduler);
    expect(scheduler.preemptions).toBeGreaterThan(0);
    expect(sequences[0]?.preemptions).toBe(0);
    expect(sequences.map((s) => s.generated)).toEqual([64, 64, 64, 64]);
    expect(kv.usage).toBe(0);
  });

  it('does not preempt when everything fits', () => {
    expect(closedBatch(4, 32, 64, { blocks: 24 }).scheduler.preemptions).toBe(0);
  });
});

describe('abort', () => {
  it('frees a running and a waiting sequence, also between plan and complete', () => {
    const { kv, scheduler } = setUp({ maxNumSeqs: 1 });
    const running = scheduler.add(prompt(20), 10);
    const waiting = scheduler.add(prompt(20), 10);
    const step = scheduler.plan() ?? fail();
    scheduler.abort(running);
    scheduler.abort(waiting);
    scheduler.abort(waiting);
    expect(scheduler.complete(step)).toEqual([]);
    expect([scheduler.runningCount, scheduler.waitingCount, kv.usage]).toEqual([0, 0, 0]);
    expect(scheduler.plan()).toBeNull();
  });
});

function fail(): never {
  throw new Error('no step planned');
}
