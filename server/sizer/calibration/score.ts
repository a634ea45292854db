import type { Prediction } from './predictor.ts';
import { FIGURES, type Figure } from './intervals.ts';
import { type ErrorSummary, summariseFigures, type ScoredFigure, SCORED_FIGURES } from './error-table.ts';
import type { Catalog } from './observation.ts';
import { observeDisaggregated } from './disaggregated-observation.ts';
import { observe } from './observation.ts';
import { rates } from './trained-core.ts';
import type { TaggedPredictor } from './trained-predictor.ts';
import type { TrainingPoint } from './training-points.ts';
import { endToEndMs, tokensPerSecPerGpu } from '../model/queue.ts';

/** A row with what the model says; `prediction` null where the model or GPU is not in the catalog or the point is not covered. */
export interface ScoredRow {
  readonly source: TrainingPoint;
  readonly prediction: Prediction | null;
  readonly measured: Readonly<Record<Figure, number>>;
}

/** Errors of a group of rows. Rows without a prediction count in `n` and lower the coverage; errors are of the others. */
export interface Score {
  readonly group: string;
  readonly n: number;
  /** Percent of rows with a prediction. */
  readonly coverage: number;
  readonly errors: Readonly<Record<ScoredFigure, ErrorSummary | null>>;
  /** Percent of predicted rows inside the stated 80 % interval; null without any. */
  readonly held: Readonly<Record<ScoredFigure, number | null>>;
}

/**
 * Whether the model is told what a row of the file names beside its configuration (version, origin), or only what most requests name
 * (`unnamed`).
 */
export type ScoreNaming = 'named' | 'unnamed';

/** Predicts every row; none is dropped. */
export function scoreRows(
  points: readonly TrainingPoint[],
  predictor: TaggedPredictor,
  catalog: Catalog,
  naming: ScoreNaming,
): ScoredRow[] {
  const predictions = new Map<TrainingPoint, Prediction>();
  for (const { source, point, origin, version } of observe(points, catalog).observations) {
    const tags = naming === 'named' ? { origin, version } : { origin: null, version: null };
    const answer = predictor.predictTagged(point, tags);
    if (!('uncovered' in answer)) predictions.set(source, answer);
  }
  const disaggregated = points.filter(({ layout }) => layout.mode === 'disaggregated');
  for (const source of disaggregated) {
    const [observation] = observeDisaggregated([source], catalog).observations;
    if (observation === undefined) continue;
    const { point } = observation;
    const answer = predictor.predict(naming === 'named' ? point : { ...point, frameworkVersion: null });
    if (!('uncovered' in answer)) predictions.set(source, answer);
  }
  return points.map((source) => ({
    source,
    prediction: predictions.get(source) ?? null,
    measured: measuredFigures(source),
  }));
}

function measuredFigures(source: TrainingPoint): Record<Figure, number> {
  if (source.layout.mode === 'aggregated')
    return rates({ ...source, parallelism: source.layout.parallelism }, source.ttftMs, source.tpotMs);
  const { ttftMs, tpotMs, osl, concurrency, gpus } = source;
  const e2eMs = endToEndMs(ttftMs, tpotMs, osl);
  return { ttftMs, tpotMs, e2eMs, tokensPerSecPerGpu: tokensPerSecPerGpu(concurrency, osl, e2eMs, gpus) };
}

/** Scores of all rows, of each slice of the file, and of each mode, GPU and framework. */
export function scoreGroups(rows: readonly ScoredRow[]): Score[] {
  const groups = new Map<string, ScoredRow[]>([['all', [...rows]]]);
  const add = (name: string, row: ScoredRow) => {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  };
  for (const row of rows) if (row.source.slice !== null) add(`slice ${row.source.slice}`, row);
  const byHardware = rows
    .map((row) => ({ row, name: `${row.source.layout.mode} ${row.source.gpuModel} ${row.source.framework}` }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  for (const { row, name } of byHardware) add(name, row);
  return Array.from(groups, ([group, members]) => scoreOf(group, members));
}

/** Score of one group. */
function scoreOf(group: string, members: readonly ScoredRow[]): Score {
  const predicted = members.flatMap(({ prediction, measured }) =>
    prediction === null ? [] : [{ prediction, measured }],
  );
  const logs = predicted.map(
    ({ prediction, measured }) =>
      Object.fromEntries(
        FIGURES.map((figure) => [figure, Math.log(measured[figure] / prediction[figure].value)]),
      ) as Record<Figure, number>,
  );
  const heldShare = (figure: ScoredFigure) => {
    if (predicted.length === 0) return null;
    const inside = predicted.filter(({ prediction, measured }) => {
      const { low, high } = prediction[figure];
      return low !== null && high !== null && measured[figure] >= low && measured[figure] <= high;
    });
    return (100 * inside.length) / predicted.length;
  };
  return {
    group,
    n: members.length,
    coverage: members.length === 0 ? 0 : (100 * predicted.length) / members.length,
    errors: summariseFigures(logs),
    held: Object.fromEntries(SCORED_FIGURES.map((figure) => [figure, heldShare(figure)])) as Record<
      ScoredFigure,
      number | null
    >,
  };
}
