import type { JobStatus } from '#contract/jobs.ts';
import { metricValue, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { Figure } from '#lib/compare/difference.ts';
import { meanInterval } from '#lib/t-interval.ts';
import { isOnCurve } from '#src/components/chart/job-series.ts';
import { configText, gpuText, shapeText } from '#src/components/chart/job-text.ts';
import type { TableFilter } from '#src/components/table/filter-param.ts';
import { joinWords } from '#src/components/table/word-list.ts';
import { deploymentKey, hasNames, lengthsKey, workloadOptions, type MatrixPlace } from './matrix-loads.ts';

/** What the matrix needs of a job; metrics are read through the registry. */
export type MatrixJob = MatrixPlace &
  Pick<RunJobWithParams, 'job_id' | 'job_name' | 'status_code' | 'is_valid' | 'error_code' | 'statistic'>;

/** A job's status; a completed one that failed the load generator's self-check is `invalid`. */
export type CellState = JobStatus | 'invalid';
/** What needs a look first. */
export const CELL_STATES: readonly CellState[] = [
  'failed',
  'invalid',
  'cancelled',
  'running',
  'queued',
  'pending',
  'completed',
];

/** The jobs of one load on one deployment. */
export interface MatrixCell {
  readonly jobs: readonly MatrixJob[];
  /** The states that occur, what needs a look first. */
  readonly states: readonly { readonly state: CellState; readonly count: number }[];
  /** Mean of the sound jobs that have the metric, with its 95 % interval; null where none has. */
  readonly figure: Figure | null;
  /** Jobs behind the figure. */
  readonly n: number;
  /** Conditions on the table of jobs that leave just these. */
  readonly filters: readonly TableFilter[];
}

export interface MatrixRow {
  readonly key: string;
  /** "1,024 in / 512 out"; null where no length is given. */
  readonly lengths: string | null;
  readonly input: number | null;
  readonly output: number | null;
  /** By place of the concurrency; null where the deployment has no job of that load. */
  readonly cells: readonly (MatrixCell | null)[];
}

export interface MatrixBlock {
  readonly key: string;
  /** What tells it apart from the others of the run; empty where it is the only one. */
  readonly name: string;
  readonly provenance: RunJobWithParams['provenance'];
  readonly rows: readonly MatrixRow[];
  /** Lengths that other deployments have jobs of and this one has not. */
  readonly missing: readonly string[];
}

export interface JobMatrix {
  /** Ascending; null, the last, for jobs without one. */
  readonly concurrencies: readonly (number | null)[];
  /** In order of their first job. */
  readonly blocks: readonly MatrixBlock[];
  /** Whether deployments stand above their rows, which are lengths. */
  readonly hasNames: boolean;
  /** Least and most of the figures; null where there is none. */
  readonly extent: readonly [least: number, most: number] | null;
  readonly counts: {
    /** Loads that have jobs, and of these those with a failed or unsound one. */
    readonly loads: number;
    readonly faulty: number;
    /** Loads without a job between those that have some. */
    readonly gaps: number;
  };
}

/** Jobs by deployment, lengths and concurrency. A load of the grid without a job is a gap; nothing missing counts as 0. */
export function jobMatrix(jobs: readonly MatrixJob[], metric: MetricKey | null): JobMatrix {
  const concurrencies = ascending(jobs.map((job) => job.concurrency));
  const groups = [...groupBy(jobs, deploymentKey)];
  const parts = tellingParts(groups.map(([, [first]]) => first));
  const columns = tellingColumns(groups.map(([, [first]]) => first));
  const allLengths = inOrder([...groupBy(jobs, lengthsKey).values()].map(([first]) => first));
  const hasLengths = allLengths.length > 1;
  const blocks = groups.map(([key, own], index): MatrixBlock => {
    const [first] = own;
    const ofLengths = groupBy(own, lengthsKey);
    const rows = inOrder([...ofLengths.values()].map(([one]) => one)).map((one): MatrixRow => {
      const ofLoad = groupBy(ofLengths.get(lengthsKey(one)) ?? [], (job) => String(job.concurrency));
      return {
        key: lengthsKey(one),
        lengths: shapeText(one),
        input: one.input_sequence_length,
        output: one.output_sequence_length,
        cells: concurrencies.map((concurrency) => {
          const found = ofLoad.get(String(concurrency));
          return found === undefined ? null : cellOf(found, metric, columns, hasLengths);
        }),
      };
    });
    return {
      key,
      name: parts[index] ?? '',
      provenance: first.provenance,
      rows,
      missing: allLengths
        .filter((one) => !ofLengths.has(lengthsKey(one)))
        .map((one) => shapeText(one) ?? 'no lengths'),
    };
  });
  const grid = blocks.flatMap(({ rows }) => rows.map(({ cells }) => cells));
  const filled = grid.flat().filter((cell) => cell !== null);
  const figures = filled.flatMap(({ figure }) => (figure === null ? [] : [figure.value]));
  return {
    concurrencies,
    blocks,
    hasNames: hasNames(blocks.length, allLengths.length),
    extent: figures.length === 0 ? null : [least(figures), most(figures)],
    counts: {
      loads: filled.length,
      faulty: filled.filter(({ states }) => states.some(({ state }) => isFault(state))).length,
      // Beside what has a concurrency, a job without one was never planned.
      gaps: grid.reduce(
        (sum, cells) => sum + cells.filter((cell, at) => cell === null && concurrencies[at] !== null).length,
        0,
      ),
    },
  };
}

export const isFault = (state: CellState): boolean => state === 'failed' || state === 'invalid';

const stateOf = (job: Pick<MatrixJob, 'status_code' | 'is_valid'>): CellState =>
  job.status_code === 'completed' && job.is_valid === false ? 'invalid' : job.status_code;

function cellOf(
  jobs: Some<MatrixJob>,
  metric: MetricKey | null,
  columns: readonly TellingColumn[] | null,
  hasLengths: boolean,
): MatrixCell {
  const values = jobs.flatMap((job) => {
    const value = metric === null || !isOnCurve(job) ? null : metricValue(job, metric);
    return value === null ? [] : [value];
  });
  const [first] = jobs;
  return {
    jobs,
    states: CELL_STATES.flatMap((state) => {
      const count = jobs.filter((job) => stateOf(job) === state).length;
      return count === 0 ? [] : [{ state, count }];
    }),
    figure: meanInterval(values),
    n: values.length,
    filters:
      columns === null
        ? [{ column: 'job_name', op: 'in', value: joinWords(jobs.map((job) => job.job_name)) }]
        : [
            isValue('concurrency', first.concurrency),
            ...(hasLengths
              ? [
                  isValue('input_sequence_length', first.input_sequence_length),
                  isValue('output_sequence_length', first.output_sequence_length),
                ]
              : []),
            ...columns.map(([column, of]) => isValue(column, of(first))),
          ],
  };
}

const isValue = (column: string, value: string | number | null): TableFilter =>
  value === null ? { column, op: 'empty', value: '' } : { column, op: 'eq', value: String(value) };

type TellingColumn = readonly [column: string, of: (job: MatrixPlace) => string | null];

/** Columns of the table of jobs; the last as the page prints it, so the data API cannot be asked for it. */
const COLUMNS: readonly TellingColumn[] = [
  ['model_code', (job) => job.model_code],
  ['framework_code', (job) => job.framework_code],
  ['framework_version', (job) => job.framework_version],
  ['quantization_code', (job) => job.quantization_code],
  ['config_code', configText],
  ['server_hostname', (job) => job.server_hostname],
  ['provenance', (job) => job.provenance],
  ['gpu_name', gpuText],
];

/** The fewest of the table's first columns that tell all deployments apart; null where they do not. */
function tellingColumns(firsts: readonly MatrixPlace[]): TellingColumn[] | null {
  const chosen: TellingColumn[] = [];
  const apart = (columns: readonly TellingColumn[]) =>
    new Set(firsts.map((job) => JSON.stringify(columns.map(([, of]) => of(job))))).size;
  for (const column of COLUMNS) {
    const known = apart(chosen);
    if (known < firsts.length && apart([...chosen, column]) > known) chosen.push(column);
  }
  return apart(chosen) === firsts.length ? chosen : null;
}

/** For each deployment the words in which it differs from others. */
export function tellingParts(firsts: readonly MatrixPlace[]): string[] {
  if (firsts.length < 2) return firsts.map(() => '');
  const differs = (of: (job: MatrixPlace) => unknown) => new Set(firsts.map(of)).size > 1;
  const versions = groupBy(firsts, (job) => job.framework_code ?? '');
  const frameworkText = (job: MatrixPlace) => {
    const known = new Set((versions.get(job.framework_code ?? '') ?? []).map((one) => one.framework_version));
    return known.size > 1
      ? `${job.framework_code ?? ''} ${job.framework_version ?? 'version not given'}`.trim()
      : (job.framework_code ?? 'framework not given');
  };
  const columns = [
    (job: MatrixPlace) => job.tool_code,
    (job: MatrixPlace) => job.model_code,
    (job: MatrixPlace) => gpuText(job) ?? 'unnamed hardware',
    frameworkText,
    (job: MatrixPlace) => job.quantization_code ?? 'precision not given',
    (job: MatrixPlace) => configText(job) ?? 'no config',
    (job: MatrixPlace) => job.server_hostname ?? 'no server',
  ].filter(differs);
  const optionKeys = [...new Set(firsts.flatMap((job) => workloadOptions(job).map(([key]) => key)))].filter(
    (key) => differs((job) => JSON.stringify(job.options[key])),
  );
  const nameOf = (job: MatrixPlace) => columns.map((of) => of(job)).join(' · ');
  const sameName = groupBy(firsts, nameOf);
  return firsts.map((job) => {
    const name = nameOf(job);
    if ((sameName.get(name)?.length ?? 1) < 2) return name;
    const options = optionKeys.map((key) => `${key} ${optionText(job.options[key])}`);
    return [name, ...options].filter((part) => part !== '').join(' · ') || job.provenance;
  });
}

const optionText = (value: unknown): string =>
  value === undefined || value === null
    ? 'not given'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);

/** A chart takes a log axis from the same ratio on. */
const LOG_FROM = 20;

export const isLogScale = ([low, high]: readonly [number, number]): boolean =>
  low > 0 && high / low >= LOG_FROM;

/** Where a value lies between the least (0) and the most (1) of the matrix; 0 where all are the same. */
export function shadeOf(value: number, extent: readonly [number, number]): number {
  const [low, high] = extent;
  if (!(high > low)) return 0;
  return isLogScale(extent) ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

type Some<T> = [T, ...T[]];

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, Some<T>> {
  const groups = new Map<string, Some<T>>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

/** Each once, ascending; null last. */
const ascending = (values: readonly (number | null)[]): (number | null)[] =>
  [...new Set(values)].sort((a, b) => (a ?? Infinity) - (b ?? Infinity));

/** Shorter inputs first, then shorter outputs; those not given last. */
const inOrder = (firsts: readonly MatrixJob[]): MatrixJob[] =>
  [...firsts].sort(
    (a, b) =>
      byNumber(a.input_sequence_length, b.input_sequence_length) ||
      byNumber(a.output_sequence_length, b.output_sequence_length),
  );

const byNumber = (a: number | null, b: number | null): number =>
  a === b ? 0 : (a ?? Infinity) - (b ?? Infinity);

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b));
const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b));
