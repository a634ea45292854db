import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readArtifact } from './artifact.ts';
import { foldsOf } from './cross-validation.ts';
import { prepareRows } from './fit.ts';
import { observe, SHIPPED_CATALOG } from './observation.ts';
import { RECIPE } from './recipe.ts';
import { scoreGroups, scoreRows } from './score.ts';
import { train } from './train.ts';
import { createPredictor } from './trained-predictor.ts';
import { readTrainingPoints } from './training-points.ts';
import { leastRelativeError } from './trained-core.ts';

const SHIPPED = readArtifact(fileURLToPath(new URL('./artifact.json', import.meta.url)));

/** A training file of every `step`-th shipped point. */
function fileOf(step: number): string {
  const { names, reference } = SHIPPED;
  const header =
    'mode,model_code,family,gpu_model,framework,framework_version,measured_on,precision,isl,osl,concurrency,gpus,tp,dp_attention,ep,ttft_ms,tpot_ms,origin';
  const rows = reference.model.flatMap((model, i) => {
    if (i % step !== 0) return [];
    const at = (column: readonly number[]) => column[i] ?? 0;
    const { code, family } = names.models[model] ?? { code: '', family: '' };
    const gpus = at(reference.tp) * at(reference.pp) * at(reference.dp);
    return [
      [
        'aggregated',
        code,
        family,
        names.gpus[at(reference.gpu)]?.code,
        names.frameworks[at(reference.framework)],
        names.versions[at(reference.version)],
        names.dates[at(reference.date)],
        names.precisions[at(reference.precision)],
        at(reference.isl),
        at(reference.osl),
        at(reference.concurrency),
        gpus,
        at(reference.tp),
        at(reference.dp),
        at(reference.ep),
        at(reference.ttft_ms),
        at(reference.tpot_ms),
        names.origins[at(reference.origin)]?.name,
      ].join(','),
    ];
  });
  return `${[header, ...rows].join('\n')}\n`;
}

describe('train', () => {
  const csv = fileOf(11);
  const artifact = train(csv, RECIPE, SHIPPED_CATALOG);

  it('gives the same bytes for the same file', () => {
    expect(JSON.stringify(train(csv, RECIPE, SHIPPED_CATALOG))).toBe(JSON.stringify(artifact));
    expect(artifact.trained_on).toMatchObject({ rows: 190, aggregated: 190, disaggregated: 0 });
    expect(artifact.disaggregated).toBeNull();
  });

  it('reproduces the points that it was trained on better than points held out', () => {
    const rows = scoreRows(readTrainingPoints(csv), createPredictor(artifact), SHIPPED_CATALOG, 'named');
    const inSample = scoreGroups(rows)[0];
    const heldOut = artifact.validation.find(({ split }) => split === 'configuration');
    expect(inSample?.coverage).toBe(100);
    expect(inSample?.errors.tpotMs?.median).toBeLessThan(heldOut?.errors.tpotMs?.median ?? 0);
    expect(heldOut?.errors.tpotMs?.median).toBeLessThan(25);
  });

  it('holds rows of one group out together', () => {
    const { observations } = observe(readTrainingPoints(csv), SHIPPED_CATALOG);
    const rows = prepareRows(observations, new Map());
    const folds = foldsOf(rows, 'gpu', 1);
    expect(folds.flat()).toHaveLength(190);
    for (const fold of folds) expect(new Set(fold.map((i) => rows[i]?.point.gpu.gpu_model)).size).toBe(1);
  });
});

describe('scoreGroups', () => {
  it('counts a row of an unknown model as not covered, and drops none', () => {
    const lines = fileOf(400).trimEnd().split('\n');
    const [header = '', ...rows] = lines;
    const csv = [
      `${header},slice`,
      ...rows.map(
        (row, i) =>
          `${i === 0 ? row.replace(/^aggregated,[^,]+/, 'aggregated,nobody') : row},${i < 2 ? 'a' : 'b'}`,
      ),
    ].join('\n');
    const scores = scoreGroups(
      scoreRows(readTrainingPoints(csv), createPredictor(SHIPPED), SHIPPED_CATALOG, 'unnamed'),
    );
    const all = scores.find(({ group }) => group === 'all');
    const slice = scores.find(({ group }) => group === 'slice a');
    expect(all?.n).toBe(rows.length);
    expect(all?.errors.tpotMs?.n).toBe(rows.length - 1);
    expect(slice).toMatchObject({ n: 2, coverage: 50 });
  });
});

describe('leastRelativeError', () => {
  it('takes the lower of two equally likely values, and the likelier where one is', () => {
    expect(
      leastRelativeError([
        { share: 0.5, value: 10 },
        { share: 0.5, value: 4 },
      ]),
    ).toBe(4);
    expect(
      leastRelativeError([
        { share: 0.9, value: 10 },
        { share: 0.1, value: 4 },
      ]),
    ).toBe(10);
  });
});
