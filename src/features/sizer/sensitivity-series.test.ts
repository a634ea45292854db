import { describe, expect, it } from 'vitest';
import { chartTable } from '#lib/charts/chart-table.ts';
import { answerFixture, recommendationFixture } from './answer-fixture.ts';
import { toSensitivityPanels, variedInputs } from './sensitivity-series.ts';

describe('sensitivity of an answer', () => {
  const row = recommendationFixture();

  it('names what is varied once each', () => {
    expect(variedInputs(row.sensitivity_points)).toEqual(['conc', 'isl']);
  });

  it('is in order of the input; what nothing carries has no value and says why', () => {
    const [gpus, latency, capex] = toSensitivityPanels(row, 'conc');
    expect(gpus?.series[0]?.points.map(({ x, y, note }) => [x, y, note])).toEqual([
      [32, 4, undefined],
      [64, 8, undefined],
      [1280, null, 'not viable'],
    ]);
    expect(gpus?.x).toMatchObject({ label: 'Concurrency (in flight)', scale: 'log10' });
    expect(latency?.y.label).toBe('E2E p99 (ms)');
    expect(capex?.series[0]?.points[0]?.y).toBe(318_400);
  });

  it('has the answer itself among its points', () => {
    const profile = answerFixture().evaluated_profile;
    const asked = recommendationFixture({
      sensitivity_points: row.sensitivity_points.filter(({ value }) => value !== 64),
    });
    const [gpus] = toSensitivityPanels(asked, 'conc', profile);
    expect(gpus?.series[0]?.points.map(({ x, y }) => [x, y])).toEqual([
      [32, 4],
      [64, 8],
      [1280, null],
    ]);
    expect(gpus?.references).toEqual([{ axis: 'x', value: 64, label: 'as asked' }]);
    expect(toSensitivityPanels(asked, 'osl', profile)).toEqual([]);
  });

  it('leaves out a figure that is known nowhere, and all where the input is not varied', () => {
    expect(toSensitivityPanels(row, 'isl').map(({ y }) => y.key)).toEqual(['gpu_count', 'e2e_p99_ms']);
    expect(toSensitivityPanels(row, 'osl')).toEqual([]);
  });

  it('has a table twin with the same values', () => {
    const table = chartTable(toSensitivityPanels(row, 'conc'), new Set());
    expect(table.rows.map((cells) => cells.map(({ value }) => value))).toContainEqual(
      expect.arrayContaining([32, 4, 15_000, 318_400]),
    );
  });
});
