import { suggestJobName } from './job-names.ts';

/** Input and output length of the requests, tokens; speech has no input length: 0. */
export interface Shape {
  readonly isl: number;
  readonly osl: number;
}

/** One job of a sweep. */
export interface PlannedJob extends Shape {
  readonly name: string;
  readonly concurrency: number;
  /** 1 for the first of several repeats. */
  readonly repeat: number;
}

/** Repeats of each job of a sweep. */
export const MAX_REPEATS = 20;
/** Jobs that one submission may make: at under 20 a minute these take ten minutes to send. */
export const MAX_SWEEP_JOBS = 200;
/** Characters of a job's name. */
export const MAX_NAME = 200;
/** Most of one list. */
const MOST_SHAPES = 12;
const MOST_TOKENS = 16_777_216;

/** "8192/1024, 1024/8192": lengths beside the first ones, each once; or what is wrong with the text. */
export function readShapes(text: string): Shape[] | string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const shapes: Shape[] = [];
  for (const word of words) {
    const match = /^([1-9]\d*)\/([1-9]\d*)$/.exec(word) ?? /^isl([1-9]\d*)-osl([1-9]\d*)$/.exec(word);
    if (match === null) return `"${word}" is no pair of lengths; write input and output such as 8192/1024.`;
    const shape = { isl: Number(match[1]), osl: Number(match[2]) };
    if (shape.isl > MOST_TOKENS || shape.osl > MOST_TOKENS)
      return `"${word}" is longer than any model takes.`;
    if (!shapes.some((one) => isSame(one, shape))) shapes.push(shape);
  }
  return shapes.length > MOST_SHAPES ? `At most ${MOST_SHAPES} pairs of lengths.` : shapes;
}

export const isSame = (a: Shape, b: Shape): boolean => a.isl === b.isl && a.osl === b.osl;

/** The code of a cell of the grid: what is left out is kept by it. */
export const cellCode = (concurrency: number, { isl, osl }: Shape): string =>
  `c${concurrency}${isl === 0 ? '' : `-isl${isl}`}-osl${osl}`;
/** The same of one of its repeats. */
const repeatCode = (job: PlannedJob): string => `${cellCode(job.concurrency, job)}-r${job.repeat}`;

/** What is switched off once the jobs that `isOut` are left out too: whole cells where none of their repeats stays. */
export function leftOut(
  jobs: readonly PlannedJob[],
  skip: string,
  isOut: (job: PlannedJob) => boolean,
): string {
  const codeOf = (job: PlannedJob): string => cellCode(job.concurrency, job);
  const kept = new Set(jobs.filter((job) => !isOut(job)).map(codeOf));
  const out = jobs.filter(isOut).map((job) => (kept.has(codeOf(job)) ? repeatCode(job) : codeOf(job)));
  return [...new Set([...skip.split(' ').filter((code) => code !== ''), ...out])].join(' ');
}

interface SweepPlan {
  readonly concurrencies: readonly number[];
  readonly shapes: readonly Shape[];
  readonly repeats: number;
  /** Codes of cells, and of single repeats where there are several, that are switched off. */
  readonly skipped: ReadonlySet<string>;
  readonly typedName: string;
  readonly modelCode: string;
  readonly quantizationCode: string;
  /** How long the audio of speech is; empty for text. */
  readonly audio: string;
}

/** The jobs of a sweep: every shape at every concurrency but the cells switched off, each so often. Names tell them apart. */
export function plannedJobs(plan: SweepPlan): PlannedJob[] {
  const { concurrencies, shapes, repeats, skipped, modelCode, quantizationCode, audio } = plan;
  const typed = plan.typedName.trim();
  const nameOf = (concurrency: number, { isl, osl }: Shape, repeat: number): string => {
    const suffix = repeats > 1 ? `-r${repeat}` : '';
    if (typed === '') {
      const name = suggestJobName(modelCode, quantizationCode, { concurrency, isl, osl }, audio);
      return name === '' ? '' : `${name}${suffix}`;
    }
    const lengths = shapes.length > 1 ? `-isl${isl}-osl${osl}` : '';
    return `${typed}${concurrencies.length > 1 ? `-c${concurrency}` : ''}${lengths}${suffix}`;
  };
  return shapes.flatMap((shape) =>
    concurrencies
      .filter((concurrency) => !skipped.has(cellCode(concurrency, shape)))
      .flatMap((concurrency) =>
        Array.from({ length: repeats }, (_, index) => ({
          ...shape,
          concurrency,
          repeat: index + 1,
          name: nameOf(concurrency, shape, index + 1),
        })).filter((job) => repeats === 1 || !skipped.has(repeatCode(job))),
      ),
  );
}
