import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPublishedResults } from '#catalog/published/published.ts';
import { readArtifact } from './artifact.ts';
import { compareWithMlperf, medianError, MLPERF_BENCHMARKS, mlperfCases } from './mlperf.ts';
import { mlperfMarkdown } from './mlperf-table.ts';
import { SHIPPED_CATALOG } from './observation.ts';
import { createPredictor } from './trained-predictor.ts';

const cases = mlperfCases(readPublishedResults(), SHIPPED_CATALOG);
const predictor = createPredictor(readArtifact(fileURLToPath(new URL('./artifact.json', import.meta.url))));
const comparisons = compareWithMlperf(predictor, cases);
const heldOut = comparisons.filter(({ role }) => role === 'held out');

describe('mlperfCases', () => {
  it('takes output lengths from the results: tokens over samples', () => {
    const lengths = MLPERF_BENCHMARKS.map(
      ({ modelCode }) => cases.find(({ model }) => model.model_code === modelCode)?.osl,
    );
    expect(lengths).toEqual([293, 653, 129, 144, 3679]);
  });

  it('takes the median of all results of a GPU, model and scenario: 20 of H200, llama2-70b Offline', () => {
    const h200 = cases.find(
      ({ gpu, model, scenario }) =>
        gpu.gpu_model === 'h200-sxm' && model.model_code === 'llama-2-70b' && scenario === 'Offline',
    );
    expect(h200).toMatchObject({ results: 20, precision: 'fp8', framework: 'trt-llm', mostGpus: 8 });
    expect(h200?.measured).toBeCloseTo(4352, -1);
  });

  it('has AMD on vLLM in fp8, and one derate anchor among 10 AMD cases', () => {
    const amd = cases.filter(({ gpu }) => gpu.vendor === 'amd');
    expect(amd).toHaveLength(10);
    expect(amd.every(({ framework, precision }) => framework === 'vllm' && precision === 'fp8')).toBe(true);
    expect(
      comparisons.filter(({ role }) => role === 'anchor').map(({ entry }) => entry.gpu.gpu_model),
    ).toEqual(['mi300x']);
  });
});

describe('the whole chain against MLPerf v5.1', () => {
  it('is within 25 % median on accelerators without a training point, AMD and NVIDIA alike', () => {
    const all = medianError(heldOut);
    expect(all).toMatchObject({ predicted: 24, cases: 24 });
    expect(all.median).toBeLessThan(25);
    for (const vendor of ['amd', 'nvidia']) {
      expect(medianError(heldOut.filter(({ entry }) => entry.gpu.vendor === vendor)).median).toBeLessThan(25);
    }
  });

  it('moves by about as much as the input lengths that had to be assumed: a third more or less', () => {
    const medianAt = (factor: number) => {
      const changed = heldOut.map(({ entry }) => ({
        ...entry,
        benchmark: { ...entry.benchmark, isl: Math.round(entry.benchmark.isl * factor) },
      }));
      return medianError(compareWithMlperf(predictor, changed).filter(({ role }) => role === 'held out'))
        .median;
    };
    expect(medianAt(4 / 3)).toBeLessThan(30);
    expect(medianAt(2 / 3)).toBeLessThan(45);
  }, 20_000);

  it('keeps the latency limits that it plans for', () => {
    for (const { entry, prediction } of comparisons) {
      const limits = entry.scenario === 'Offline' ? null : entry.benchmark.limits[entry.scenario];
      if (limits === null || prediction === null) continue;
      expect(prediction.tpotP99Ms).toBeLessThanOrEqual(limits.tpotMs);
      expect(prediction.ttftP99Ms).toBeLessThanOrEqual(limits.ttftMs);
    }
  });

  it('prints every case with its role', () => {
    const table = mlperfMarkdown(comparisons);
    expect(table.split('\n').filter((line) => line.endsWith('| held out |'))).toHaveLength(24);
    expect(table).toContain('AMD Instinct MI325X');
    expect(table).not.toContain('NaN');
  });
});
