import { createHash } from 'node:crypto';
import { sealArtifact, type Artifact, type ArtifactContent } from './artifact.ts';
import { crossValidate, type HeldOut, isShuffled, type Naming, SPLITS } from './cross-validation.ts';
import { fitDisaggregated } from './disaggregated.ts';
import { observeDisaggregated } from './disaggregated-observation.ts';
import { summariseFigures } from './error-table.ts';
import { fitWithout, prepareFit, type PreparedFit } from './fit.ts';
import {
  binOf,
  calibrateIntervals,
  CONFIDENCE_FROM,
  confidenceOf,
  type IntervalBin,
  logErrors,
  shifted,
} from './intervals.ts';
import { familyKey, NameTable } from './kernel.ts';
import { type Catalog, observe } from './observation.ts';
import { isNoisyOrigin, type Recipe } from './recipe.ts';
import { readTrainingPoints, type TrainingPoint } from './training-points.ts';

/** Seeds of the folds: intervals are calibrated on one shuffle and checked on another. */
const CALIBRATION_SEED = 11;
const CHECK_SEED = 23;
/** Fewest disaggregated rows that a model of them is fitted to. */
const LEAST_DISAGGREGATED = 40;
const NAMINGS = ['named', 'unnamed'] as const satisfies readonly Naming[];

/** Trains the performance model from the text of a training file. Deterministic: same text, recipe and catalog, same artifact. */
export function train(csv: string, recipe: Recipe, catalog: Catalog): Artifact {
  const points = readTrainingPoints(csv);
  const { observations, unknown } = observe(points, catalog);
  const prepared = prepareFit(observations, recipe);
  const fit = fitWithout(prepared, []);
  const calibration = SPLITS.map((split) => crossValidate(prepared, split, CALIBRATION_SEED));
  const bins = Object.fromEntries(
    NAMINGS.map((naming) => [naming, calibrateIntervals(calibration.flatMap((heldOut) => heldOut[naming]))]),
  ) as Record<Naming, IntervalBin[]>;
  const check = SPLITS.map((split, i) => {
    const heldOut =
      (isShuffled(split) ? undefined : calibration[i]) ?? crossValidate(prepared, split, CHECK_SEED);
    return { split, heldOut: mapValues(heldOut, (list, naming) => list.map(centred(bins[naming]))) };
  });
  const disaggregated = observeDisaggregated(points, catalog).observations;
  return sealArtifact({
    format: 1,
    trained_on: describe(csv, points, observations.length, unknown.length),
    base: { tpot: fit.core.base.tpot.map(six), ttft: mapValues(fit.core.base.ttft, (row) => row.map(six)) },
    engine_limits: Object.fromEntries(prepared.limits),
    kernel: {
      ttft: recipe.ttft.components.map(plain),
      tpot: recipe.tpot.components.map(plain),
      likeness: recipe.likeness.map(plain),
    },
    ...referenceColumns(prepared, fit.weights),
    intervals: mapValues(bins, (list) => list.map(roundedBin)),
    classes: NAMINGS.flatMap((naming) =>
      CONFIDENCE_FROM.map(({ confidence }) => {
        const members = check
          .flatMap(({ heldOut }) => heldOut[naming])
          .filter(({ estimate }) => confidenceOf(estimate.similarity) === confidence);
        return { confidence, naming, errors: errorsOf(members), held: heldShares(members, bins[naming]) };
      }),
    ),
    validation: check.flatMap(({ split, heldOut }) =>
      NAMINGS.map((naming) => ({
        split,
        naming,
        errors: errorsOf(heldOut[naming]),
        held: heldShares(heldOut[naming], bins[naming]) ?? { ttftMs: 0, tpotMs: 0, tokensPerSecPerGpu: 0 },
      })),
    ),
    disaggregated: disaggregated.length < LEAST_DISAGGREGATED ? null : fitDisaggregated(disaggregated),
  });
}

function describe(csv: string, points: readonly TrainingPoint[], aggregated: number, unknown: number) {
  const dates = points.flatMap(({ measuredOn }) => (measuredOn === null ? [] : [measuredOn])).sort();
  return {
    sha256: createHash('sha256').update(csv).digest('hex'),
    rows: points.length,
    aggregated,
    disaggregated: points.filter(({ layout }) => layout.mode === 'disaggregated').length,
    unknown_model_or_gpu: unknown,
    newest_measurement: dates.at(-1) ?? null,
    source: 'NVIDIA aiconfigurator silicon_sample.csv @095f58a5 (Apache-2.0), mostly InferenceX measurements',
  };
}

function errorsOf(members: readonly HeldOut[]) {
  const summary = summariseFigures(members.map(logErrors));
  return mapValues(summary, (figure) =>
    figure === null
      ? null
      : { n: figure.n, mape: two(figure.mape), median: two(figure.median), p90: two(figure.p90) },
  );
}

/** A held-out row with the estimate as it is stated: moved by its bin's shift. */
const centred =
  (bins: readonly IntervalBin[]) =>
  ({ row, estimate }: HeldOut): HeldOut => ({
    row,
    estimate: shifted(estimate, row.point, binOf(bins, estimate.similarity)?.ttftShift ?? 0),
  });

/** Percent of points inside the stated interval; null without points. */
function heldShares(members: readonly HeldOut[], bins: readonly IntervalBin[]) {
  if (members.length === 0) return null;
  const share = (figure: 'ttftMs' | 'tpotMs' | 'tokensPerSecPerGpu') => {
    const inside = members.filter((member) => {
      const ends = binOf(bins, member.estimate.similarity)?.ends[figure];
      const error = logErrors(member)[figure];
      return ends !== undefined && error >= ends[0] && error <= ends[1];
    });
    return two((100 * inside.length) / members.length);
  };
  return {
    ttftMs: share('ttftMs'),
    tpotMs: share('tpotMs'),
    tokensPerSecPerGpu: share('tokensPerSecPerGpu'),
  };
}

/** The measured points as columns of numbers, names behind indices. */
function referenceColumns(
  { rows, reference }: PreparedFit,
  weights: Readonly<Record<'ttft' | 'tpot', Float64Array>>,
): Pick<ArtifactContent, 'names' | 'reference'> {
  const tables = {
    model: new NameTable(),
    gpu: new NameTable(),
    framework: new NameTable(),
    precision: new NameTable(),
    version: new NameTable(),
    origin: new NameTable(),
    date: new NameTable(),
  };
  const column = (value: (row: (typeof rows)[number]) => number) => rows.map(value);
  const columns = {
    model: column(({ point }) => tables.model.add(point.model.model_code)),
    gpu: column(({ point }) => tables.gpu.add(point.gpu.gpu_model)),
    framework: column(({ framework }) => tables.framework.add(framework)),
    precision: column(({ point }) => tables.precision.add(point.precision)),
    version: column(({ version }) => tables.version.add(version)),
    origin: column(({ origin }) => tables.origin.add(origin)),
    date: column(({ source }) => tables.date.add(source.measuredOn ?? '')),
    tp: column(({ point }) => point.parallelism.tp),
    pp: column(({ point }) => point.parallelism.pp),
    dp: column(({ point }) => point.parallelism.dp),
    ep: column(({ point }) => point.parallelism.ep),
    isl: column(({ point }) => point.isl),
    osl: column(({ point }) => point.osl),
    concurrency: column(({ point }) => point.concurrency),
    saturation: reference.places.map(({ load }) => Number((load[3] ?? 0).toFixed(2))),
    ttft_ms: column(({ ttftMs }) => five(ttftMs)),
    tpot_ms: column(({ tpotMs }) => five(tpotMs)),
    ttft_weight: Array.from(weights.ttft, five),
    tpot_weight: Array.from(weights.tpot, five),
  };
  const family = new Map(rows.map(({ point }) => [point.model.model_code, familyKey(point.model)]));
  const arch = new Map(rows.map(({ point }) => [point.gpu.gpu_model, point.gpu.arch]));
  return {
    names: {
      models: tables.model.names.map((code) => ({ code, family: family.get(code) ?? code })),
      gpus: tables.gpu.names.map((code) => ({ code, arch: arch.get(code) ?? code })),
      frameworks: rowNames(
        tables.framework,
        rows.map(({ framework }) => framework),
      ),
      precisions: rowNames(
        tables.precision,
        rows.map(({ point }) => point.precision),
      ),
      versions: tables.version.names,
      origins: tables.origin.names.map((name) => ({ name, is_noisy: isNoisyOrigin(name) })),
      dates: tables.date.names,
    },
    reference: columns,
  };
}

/** The names of a table with the type of the values that filled it. */
function rowNames<T extends string>(table: NameTable, values: readonly T[]): T[] {
  const byName = new Map(values.map((value): [string, T] => [value, value]));
  return table.names.flatMap((name) => byName.get(name) ?? []);
}

function roundedBin(bin: IntervalBin) {
  return { ...bin, ends: mapValues(bin.ends, ([low, high]): [number, number] => [five(low), five(high)]) };
}

const plain = (component: Recipe['tpot']['components'][number]) => ({
  variance: component.variance,
  load: [...component.load],
  deployment: [...component.deployment],
  categories: [...component.categories],
  tags: [...component.tags],
});
const two = (value: number) => Number(value.toFixed(2));
const five = (value: number) => Number(value.toPrecision(5));
const six = (value: number) => Number(value.toPrecision(6));

function mapValues<K extends string, A, B>(
  record: Readonly<Record<K, A>>,
  map: (value: A, key: K) => B,
): Record<K, B> {
  return Object.fromEntries(
    Object.entries<A>(record).map(([key, value]) => [key, map(value, key as K)]),
  ) as Record<K, B>;
}
