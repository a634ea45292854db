import type { ServiceTrainAnswer, TrainingPoint } from '#contract/sizer/service.ts';
import { quantile, sorted } from '#lib/statistics.ts';
import type { Artifact } from './calibration/artifact.ts';
import type { Catalog } from './calibration/observation.ts';
import { MOST_OWN_POINTS, resolveOwnPoints, type OwnPoint } from './calibration/own-points.ts';
import type { Predictor } from './calibration/predictor.ts';
import { createPredictor } from './calibration/trained-predictor.ts';

/** Parts that points are held out in, each in turn; with fewer points, one at a time. */
const FOLDS = 10;

/**
 * What a workspace's points do to the model: how many take part, and the median error of TPOT at them without and with the
 * others of the workspace, each held out in its turn. Percent.
 */
export function trainWorkspace(
  artifact: Artifact,
  catalog: Catalog,
  sent: readonly TrainingPoint[],
): ServiceTrainAnswer {
  const { points: resolved, skipped } = resolveOwnPoints(sent, catalog);
  const points = newestFirst(resolved);
  const kept = points.slice(0, MOST_OWN_POINTS);
  const tooMany = points.slice(MOST_OWN_POINTS).map(({ source }) => ({
    point_id: source.point_id,
    reason: `only the newest ${MOST_OWN_POINTS} points take part`,
  }));
  const shipped = createPredictor(artifact, [], catalog);
  const usable = kept.filter(({ point }) => !('uncovered' in shipped.predict(point)));
  const uncovered = kept
    .filter((own) => !usable.includes(own))
    .map(({ source }) => ({
      point_id: source.point_id,
      reason: 'neither measurements nor physics reach it',
    }));
  const { version } = createPredictor(artifact, usable, catalog);
  const { aggregated, disaggregated } = artifact.trained_on;
  return {
    model_version: version,
    points: aggregated + disaggregated + usable.length,
    added: usable.length,
    skipped: [...skipped, ...tooMany, ...uncovered],
    tpot_median_ape_before: medianError(usable, () => shipped),
    tpot_median_ape_after:
      usable.length < 2
        ? null
        : medianError(usable, (fold) => createPredictor(artifact, withoutFold(usable, fold), catalog)),
  };
}

function newestFirst(points: readonly OwnPoint[]): OwnPoint[] {
  return [...points].sort(
    (a, b) =>
      b.source.measured_on.localeCompare(a.source.measured_on) ||
      a.source.point_id.localeCompare(b.source.point_id),
  );
}

function withoutFold(points: readonly OwnPoint[], fold: number): OwnPoint[] {
  return points.filter((_, i) => i % FOLDS !== fold);
}

function medianError(points: readonly OwnPoint[], predictorOf: (fold: number) => Predictor): number | null {
  const errors: number[] = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const held = points.filter((_, i) => i % FOLDS === fold);
    if (held.length === 0) continue;
    const predictor = predictorOf(fold);
    for (const { source, point } of held) {
      const predicted = predictor.predict(point);
      if (!('uncovered' in predicted))
        errors.push(100 * Math.abs(predicted.tpotMs.value / source.tpot_ms - 1));
    }
  }
  return quantile(sorted(errors), 0.5);
}
