import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#lib/random.ts';
import type { TrainingPoint as OwnTrainingPoint } from '#contract/sizer/service.ts';
import type { ServingPoint } from '../model/serving-point.ts';
import { parseArtifact, readArtifact } from './artifact.ts';
import { SHIPPED_CATALOG } from './observation.ts';
import { resolveOwnPoints } from './own-points.ts';
import type { Prediction } from './predictor.ts';
import { createPredictor } from './trained-predictor.ts';

const ARTIFACT = readArtifact(fileURLToPath(new URL('./artifact.json', import.meta.url)));
const predictor = createPredictor(ARTIFACT);

function point(
  changes: Partial<ServingPoint> & { modelCode?: string; gpuModel?: string } = {},
): ServingPoint {
  const model = SHIPPED_CATALOG.models.get(changes.modelCode ?? 'deepseek-r1');
  const gpu = SHIPPED_CATALOG.gpus.get(changes.gpuModel ?? 'b200-sxm');
  if (model === undefined || gpu === undefined) throw new Error('not in the catalog');
  return {
    mode: 'aggregated',
    model,
    gpu,
    framework: 'sglang',
    frameworkVersion: null,
    precision: 'fp8',
    kvPrecision: null,
    parallelism: { tp: 8, pp: 1, dp: 1, ep: 1 },
    isl: 1024,
    osl: 1024,
    concurrency: 64,
    ...changes,
  };
}

function predicted(answer: ReturnType<typeof predictor.predict>): Prediction {
  if ('uncovered' in answer) throw new Error(answer.uncovered);
  return answer;
}

describe('the shipped artifact', () => {
  it('is what its version says', () => {
    expect(ARTIFACT.version).toMatch(/^[0-9a-f]{12}$/);
    const text = JSON.stringify({ ...ARTIFACT, engine_limits: { ...ARTIFACT.engine_limits, forged: 1 } });
    expect(() => parseArtifact(text)).toThrow('was changed after training');
  });

  it('keeps the goals of accuracy in its own cross-validation', () => {
    const of = (split: string) =>
      ARTIFACT.validation.find((entry) => entry.split === split && entry.naming === 'named')?.errors;
    const known = of('configuration');
    expect(known?.tpotMs?.mape).toBeLessThanOrEqual(6);
    expect(known?.tokensPerSecPerGpu?.mape).toBeLessThanOrEqual(7);
    expect(known?.ttftMs?.mape).toBeLessThanOrEqual(16);
    expect(of('family')?.tpotMs?.mape).toBeLessThanOrEqual(20);
    expect(known?.tpotMs?.n).toBe(ARTIFACT.trained_on.aggregated);
  });

  it('states intervals that hold 75 to 85 % of held-out points of each class', () => {
    for (const { held } of ARTIFACT.classes)
      for (const share of Object.values(held ?? {})) {
        expect(share).toBeGreaterThanOrEqual(75);
        expect(share).toBeLessThanOrEqual(85);
      }
  });

  it('is off less the higher its confidence', () => {
    const named = ARTIFACT.classes.filter(({ naming }) => naming === 'named');
    const median = named.map(({ errors }) => errors.tpotMs?.median ?? 0);
    expect(median[0]).toBeLessThan(median[1] ?? 0);
    expect(median[1]).toBeLessThan(median[2] ?? 0);
  });
});

describe('predict', () => {
  it('states figures that follow from each other, inside their intervals', () => {
    const answer = predicted(predictor.predict(point()));
    const e2e = answer.ttftMs.value + 1023 * answer.tpotMs.value;
    expect(answer.e2eMs.value).toBeCloseTo(e2e, 6);
    expect(answer.tokensPerSecPerGpu.value).toBeCloseTo((64 * 1024 * 1000) / e2e / 8, 6);
    for (const figure of [answer.ttftMs, answer.tpotMs, answer.e2eMs, answer.tokensPerSecPerGpu]) {
      expect(figure.low).toBeLessThanOrEqual(figure.value);
      expect(figure.high).toBeGreaterThanOrEqual(figure.value);
    }
    expect(answer.confidence).toBe('high');
  });

  it('leans on measured points: the likest is the same configuration, with its source', () => {
    const [nearest] = predictor.nearest(point(), 3);
    expect(nearest).toMatchObject({
      gpu_model: 'b200-sxm',
      framework: 'sglang',
      isl: 1024,
      concurrency: 64,
      gpus: 8,
    });
    expect(nearest?.similarity).toBeGreaterThan(0.99);
    expect(nearest?.source).toContain('aiconfigurator');
    const answer = predicted(predictor.predict(point()));
    expect(Math.abs(Math.log(answer.tpotMs.value / (nearest?.tpot_ms ?? 0)))).toBeLessThan(0.25);
  });

  it('answers for a GPU without measurements by physics, and says so', () => {
    const answer = predicted(
      predictor.predict(
        point({ modelCode: 'llama-3.1-70b', gpuModel: 'mi300x', framework: 'vllm', precision: 'bf16' }),
      ),
    );
    expect(['low', 'very_low']).toContain(answer.confidence);
    expect(answer.confidenceReason).toContain('no measured point on AMD Instinct MI300X');
  });

  it('does not cover what neither data nor physics carries', () => {
    expect(predictor.predict(point({ gpuModel: 'mi300x', framework: 'trt-llm' }))).toEqual({
      uncovered: 'TensorRT-LLM runs on NVIDIA GPUs only, not on AMD Instinct MI300X',
    });
    expect(predictor.predict(point({ concurrency: 0 }))).toHaveProperty('uncovered');
  });

  it('lets requests wait once KV cache is full: throughput stays level', () => {
    const at = (concurrency: number) =>
      predicted(
        predictor.predict(
          point({
            modelCode: 'llama-3.1-70b',
            gpuModel: 'h200-sxm',
            framework: 'trt-llm',
            parallelism: { tp: 1, pp: 1, dp: 1, ep: 1 },
            isl: 8192,
            concurrency,
          }),
        ),
      );
    const [full, over] = [at(128), at(512)];
    // Measured: about 50 run at once whatever is asked.
    expect(full.effectiveConcurrency).toBeGreaterThan(40);
    expect(full.effectiveConcurrency).toBeLessThan(60);
    expect(over.isSaturated).toBe(true);
    expect(over.tokensPerSecPerGpu.value / full.tokensPerSecPerGpu.value).toBeGreaterThan(0.8);
    expect(over.tokensPerSecPerGpu.value / full.tokensPerSecPerGpu.value).toBeLessThan(1.25);
    expect(over.ttftMs.value).toBeGreaterThan(3 * full.ttftMs.value);
  });
});

describe('predictCurve', () => {
  it('rises with concurrency for random deployments', () => {
    const random = createRandom(3);
    const pick = <T>(list: readonly T[]): T => list[random.integer(0, list.length - 1)] as T;
    const models = [...SHIPPED_CATALOG.models.keys()];
    const gpus = ['h100-sxm', 'h200-sxm', 'b200-sxm', 'mi355x', 'l40s-48gb'];
    const concurrencies = [1, 2, 3, 4, 8, 12, 16, 32, 48, 64, 128, 200, 256, 512, 1024, 4096];
    for (let round = 0; round < 60; round++) {
      const curve = predictor
        .predictCurve(
          point({
            modelCode: pick(models),
            gpuModel: pick(gpus),
            framework: pick(['vllm', 'sglang'] as const),
            precision: pick(['bf16', 'fp8', 'fp4'] as const),
            parallelism: { tp: pick([1, 2, 4, 8]), pp: 1, dp: 1, ep: 1 },
            isl: pick([128, 1024, 8192]),
            osl: pick([128, 1024, 8192]),
          }),
          concurrencies,
        )
        .map(predicted);
      curve.forEach((here, i) => {
        const before = curve[i - 1];
        if (before === undefined) return;
        expect(here.tpotMs.value).toBeGreaterThanOrEqual(before.tpotMs.value * 0.999999);
        expect(here.ttftMs.value).toBeGreaterThanOrEqual(before.ttftMs.value * 0.999999);
        expect(here.tokensPerSecPerGpu.value).toBeGreaterThanOrEqual(
          before.tokensPerSecPerGpu.value * 0.999999,
        );
      });
    }
  });

  it('keeps the order that it was asked in', () => {
    const [high, low] = predictor.predictCurve(point(), [128, 4]).map(predicted);
    expect(high?.tpotMs.value).toBeGreaterThan(low?.tpotMs.value ?? Infinity);
  });
});

describe('predictFast', () => {
  it('is within a factor of two of the whole prediction where points were measured', () => {
    const fast = predictor.predictFast(point());
    const whole = predicted(predictor.predict(point()));
    expect((fast?.tpotMs ?? 0) / whole.tpotMs.value).toBeGreaterThan(0.5);
    expect((fast?.tpotMs ?? 0) / whole.tpotMs.value).toBeLessThan(2);
    expect(predictor.predictFast(point({ gpuModel: 'mi300x', framework: 'trt-llm' }))).toBeNull();
  });
});

describe('own points', () => {
  const own = (changes: Partial<OwnTrainingPoint> = {}): OwnTrainingPoint => ({
    point_id: 'own-1',
    job_id: 17,
    provenance: 'measured',
    model_code: 'llama-3.1-8b',
    gpu_model: 'l40s-48gb',
    framework: 'vllm',
    framework_version: null,
    measured_on: '2026-11-01',
    precision: 'bf16',
    isl: 1024,
    osl: 1024,
    concurrency: 16,
    gpus: 1,
    tp: 1,
    pp: 1,
    dp_attention: 1,
    ep: 1,
    ttft_ms: 400,
    tpot_ms: 50,
    ...changes,
  });
  const asked = point({
    modelCode: 'llama-3.1-8b',
    gpuModel: 'l40s-48gb',
    framework: 'vllm',
    precision: 'bf16',
    parallelism: { tp: 1, pp: 1, dp: 1, ep: 1 },
    concurrency: 16,
  });

  it('pull the prediction beside them and are named first, and change nothing far away', () => {
    const { points, skipped } = resolveOwnPoints([own()], SHIPPED_CATALOG);
    expect(skipped).toEqual([]);
    const withOwn = createPredictor(ARTIFACT, points);
    const before = predicted(predictor.predict(asked));
    const after = predicted(withOwn.predict(asked));
    expect(Math.abs(Math.log(after.tpotMs.value / 50))).toBeLessThan(
      0.3 * Math.abs(Math.log(before.tpotMs.value / 50)),
    );
    expect(withOwn.nearest(asked, 1)[0]).toMatchObject({ job_id: 17, provenance: 'measured', similarity: 1 });
    expect(withOwn.version).not.toBe(predictor.version);
    const far =
      predicted(withOwn.predict(point())).tpotMs.value / predicted(predictor.predict(point())).tpotMs.value;
    expect(far).toBeCloseTo(1, 1);
  });

  it('are skipped with the reason where the model cannot place them', () => {
    const { skipped } = resolveOwnPoints(
      [
        own({ model_code: 'nobody' }),
        own({ gpu_model: 'abacus' }),
        own({ framework: 'tgi' }),
        own({ gpus: 3, tp: 2 }),
      ],
      SHIPPED_CATALOG,
    );
    expect(skipped.map(({ reason }) => reason)).toEqual([
      'model nobody is not in the catalog',
      'GPU abacus is not in the catalog',
      'framework tgi is not one that the model knows',
      '3 GPUs are no multiple of tp · pp · dp = 2',
    ]);
  });
});
