import { describe, expect, it } from 'vitest';
import {
  DISAGGREGATED_COEFFICIENTS,
  disaggregatedParts,
  disaggregatedState,
} from '../model/disaggregated.ts';
import type { DisaggregatedPoint } from '../model/serving-point.ts';
import { createDisaggregatedPredictor, disaggregatedModelSchema, fitDisaggregated } from './disaggregated.ts';
import { observeDisaggregated, type DisaggregatedObservation } from './disaggregated-observation.ts';
import { crossValidateDisaggregated } from './disaggregated-validation.ts';
import { SHIPPED_CATALOG } from './observation.ts';
import type { TrainingPoint } from './training-points.ts';

const split = (tp: number, dp: number, ep: number) => ({ tp, pp: 1, dp, ep });

/** Rows of a made-up file: a grid of deployments whose times are what chosen coefficients say, with a fixed ±3 % ripple. */
function madeUpRows(): TrainingPoint[] {
  const rows: TrainingPoint[] = [];
  for (const gpuModel of ['b200-sxm', 'gb200-nvl72'])
    for (const decodeWorkers of [1, 2, 4])
      for (const isWide of [false, true])
        for (const concurrency of [4, 32, 128, 512]) {
          rows.push({
            line: rows.length + 2,
            modelCode: 'deepseek-r1',
            family: 'deepseek',
            gpuModel,
            framework: 'trt-llm',
            frameworkVersion: '1.0',
            measuredOn: '2026-01-01',
            precision: 'fp8',
            isl: 1024,
            osl: 1024,
            concurrency,
            gpus: 8 + 8 * decodeWorkers,
            layout: {
              mode: 'disaggregated',
              prefill: { workers: 1, gpus: 8, parallelism: split(1, 8, 8) },
              decode: {
                workers: decodeWorkers,
                gpus: 8,
                parallelism: isWide ? split(1, 8, 8) : split(8, 1, 8),
              },
            },
            ttftMs: 1,
            tpotMs: 1,
            origin: 'made up',
            slice: null,
          });
        }
  return rows;
}

const truth = { ...DISAGGREGATED_COEFFICIENTS, layers: 70, prefillFlop: 2.5, frontMs: 120 };
function measured(rows: readonly TrainingPoint[]): DisaggregatedObservation[] {
  return observeDisaggregated(rows, SHIPPED_CATALOG).observations.map((observation, i) => {
    const state = disaggregatedState(disaggregatedParts(observation.point), truth);
    const ripple = 1 + 0.03 * Math.sin(i * 2.4);
    return { ...observation, ttftMs: state.ttftMs * ripple, tpotMs: state.tpotMs / ripple };
  });
}

describe('observeDisaggregated', () => {
  it('returns rows of models that the catalog does not hold as unknown', () => {
    const rows = madeUpRows().slice(0, 2);
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('rows');
    const found = observeDisaggregated([first, { ...second, modelCode: 'no-such-model' }], SHIPPED_CATALOG);
    expect(found.observations).toHaveLength(1);
    expect(found.unknown.map(({ modelCode }) => modelCode)).toEqual(['no-such-model']);
  });
});

describe('fitDisaggregated', () => {
  const observations = measured(madeUpRows());
  const model = fitDisaggregated(observations);
  const predictor = createDisaggregatedPredictor(model, SHIPPED_CATALOG);

  it('predicts held-out loads of known deployments within the ripple that was put in', () => {
    const errors = crossValidateDisaggregated(observations, 'configuration', 3).map(
      ({ tpotMs, observation }) => Math.abs(tpotMs / observation.tpotMs - 1),
    );
    expect(errors).toHaveLength(observations.length);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.05);
  });

  it('is the same on every run and passes its own schema', () => {
    expect(JSON.stringify(fitDisaggregated(observations))).toBe(JSON.stringify(model));
    expect(disaggregatedModelSchema.parse(JSON.parse(JSON.stringify(model)))).toEqual(model);
  });

  it('states intervals around its figures, is never better than low, and marks itself experimental', () => {
    const point = observations[5]?.point;
    if (point === undefined) throw new Error('point');
    const prediction = predictor.predict(point);
    if ('uncovered' in prediction) throw new Error(prediction.uncovered);
    expect(prediction.confidence).toBe('low');
    expect(prediction.confidenceReason).toContain('experimental');
    expect(prediction.tpotMs.low).toBeLessThanOrEqual(prediction.tpotMs.value);
    expect(prediction.tpotMs.high).toBeGreaterThanOrEqual(prediction.tpotMs.value);
    const { value: ttft } = prediction.ttftMs;
    expect(prediction.e2eMs.value).toBeCloseTo(ttft + 1023 * prediction.tpotMs.value, 6);
  });

  it('is very_low far from every point: another model, framework and GPU', () => {
    const known = observations[0]?.point;
    const model = SHIPPED_CATALOG.models.get('llama-3.1-70b');
    const gpu = SHIPPED_CATALOG.gpus.get('h100-sxm');
    if (known === undefined || model === undefined || gpu === undefined) throw new Error('catalog');
    const far: DisaggregatedPoint = { ...known, model, gpu, framework: 'vllm' };
    const prediction = predictor.predict(far);
    if ('uncovered' in prediction) throw new Error(prediction.uncovered);
    expect(prediction.confidence).toBe('very_low');
    expect(prediction.tpotMs.value).toBeGreaterThan(0);
  });

  it('names the measured points nearest to a request, the same one first', () => {
    const seventh = observations[7];
    if (seventh === undefined) throw new Error('point');
    const [first, second] = predictor.nearest(seventh.point, 2);
    expect(first?.point_id).toBe('disaggregated-7');
    expect(first?.similarity).toBe(1);
    expect(first?.gpus).toBe(16);
    expect(second?.similarity).toBeLessThan(1);
  });

  it('refuses a deployment without decode workers', () => {
    const point = observations[0]?.point;
    if (point === undefined) throw new Error('point');
    expect(predictor.predict({ ...point, decode: { ...point.decode, workers: 0 } })).toEqual({
      uncovered: 'a disaggregated deployment needs at least one prefill and one decode worker',
    });
  });
});
