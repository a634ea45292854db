import { configText, type JobPoint } from '#src/components/chart/job-text.ts';

/** What of a job says where it stands in the matrix. */
export type MatrixPlace = Omit<JobPoint, 'gpu_vendor' | 'gpu_architecture'> & {
  readonly tool_code: string;
  readonly concurrency: number | null;
};

/** Options that do not make a measurement another one; as `v_inferencex_outputs` leaves them out. */
const NOT_WORKLOAD = ['seed', 'num_requests', 'num_warmups', 'max_duration_s'];

/** The options that make a measurement what it is, in one order. */
export const workloadOptions = (job: Pick<MatrixPlace, 'options'>): [string, unknown][] =>
  Object.entries(job.options)
    .filter(([key]) => !NOT_WORKLOAD.includes(key))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Identity of what is measured, without the load: jobs of one key and one load are repeats of each other. */
export const deploymentKey = (job: MatrixPlace): string =>
  JSON.stringify([
    job.tool_code,
    job.model_code,
    job.gpu_model ?? job.gpu_name,
    job.gpu_count,
    job.framework_code,
    job.framework_version,
    job.quantization_code,
    configText(job),
    job.server_hostname,
    job.provenance,
    workloadOptions(job),
  ]);

export const lengthsKey = (job: MatrixPlace): string =>
  `${job.input_sequence_length ?? ''}x${job.output_sequence_length ?? ''}`;

/** Heights of the matrix in pixels; it is drawn to them, so that its outline takes the very place. */
export const HEIGHTS = { head: 32, name: 28, row: 46, foot: 34, title: 38 } as const;
/** Rows that stand without scrolling. */
const MOST_ROWS = 12;

export interface MatrixSize {
  /** Of the part that scrolls. */
  readonly grid: number;
  /** With title and legend. */
  readonly whole: number;
}

/**
 * The height of the matrix of these jobs; null where there is none: one load, or no concurrency at all. `isPart`: more
 * jobs are still to be read, so it keeps one height whatever they are.
 */
export function matrixSize(jobs: readonly MatrixPlace[], isPart: boolean): MatrixSize | null {
  const [deployments, lengths, rows] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const concurrencies = new Set<number | null>();
  for (const job of jobs) {
    const [deployment, length] = [deploymentKey(job), lengthsKey(job)];
    deployments.add(deployment);
    lengths.add(length);
    rows.add(`${length} ${deployment}`);
    concurrencies.add(job.concurrency);
  }
  const hasLoads = rows.size * concurrencies.size > 1 && [...concurrencies].some((one) => one !== null);
  if (!hasLoads) return null;
  const names = hasNames(deployments.size, lengths.size) ? deployments.size : 0;
  const { head, name, row, foot, title } = HEIGHTS;
  const most = head + MOST_ROWS * row;
  const grid = isPart ? most : Math.min(head + names * name + rows.size * row, most);
  return { grid, whole: title + grid + foot + 2 };
}

/** Whether deployments stand above their rows, which are lengths; where all have the same lengths they are the rows. */
export const hasNames = (deployments: number, lengths: number): boolean => deployments > 1 && lengths > 1;
