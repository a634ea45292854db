import { z } from 'zod';
import { sizerFrameworkSchema, sizerPrecisionSchema } from '#contract/sizer/codes.ts';
import type { Parallelism } from '../model/serving-point.ts';

/** A pool of equal workers of a disaggregated deployment. */
export interface WorkerPool {
  readonly workers: number;
  /** GPUs of one worker. */
  readonly gpus: number;
  readonly parallelism: Parallelism;
}

/** One measured point. Times in ms, lengths in tokens, concurrency in requests in flight over the whole deployment. */
export interface TrainingPoint {
  /** Line in the file, the header being 1. */
  readonly line: number;
  readonly modelCode: string;
  /** Same architecture, same family. */
  readonly family: string;
  readonly gpuModel: string;
  readonly framework: z.infer<typeof sizerFrameworkSchema>;
  /** Null: the source does not say. */
  readonly frameworkVersion: string | null;
  readonly measuredOn: string | null;
  readonly precision: z.infer<typeof sizerPrecisionSchema>;
  readonly isl: number;
  readonly osl: number;
  readonly concurrency: number;
  /** GPUs of the whole deployment. */
  readonly gpus: number;
  readonly layout:
    | { readonly mode: 'aggregated'; readonly parallelism: Parallelism }
    | { readonly mode: 'disaggregated'; readonly prefill: WorkerPool; readonly decode: WorkerPool };
  readonly ttftMs: number;
  readonly tpotMs: number;
  readonly origin: string;
  /** Value of a `slice` or `split` column, for scoring; null where the file has none. */
  readonly slice: string | null;
}

/** The file is not of the training format; `problems` name the line and the cell of each fault. */
export class TrainingFileError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`training file refused:\n${problems.slice(0, 20).join('\n')}`);
    this.problems = problems;
  }
}

const positive = z.coerce.number('not a number').positive('must be above 0');
const count = z.coerce.number('not a whole number').int('not a whole number').positive('must be at least 1');
const text = z.string().min(1, 'empty');
const optionalText = z.string().transform((cell) => (cell === '' ? null : cell));
const pool = (side: 'prefill' | 'decode') => ({
  [`${side}_workers`]: count,
  [`${side}_gpus`]: count,
  [`${side}_tp`]: count,
  [`${side}_dp`]: count,
  [`${side}_ep`]: count,
});

const common = z.object({
  model_code: text,
  family: text,
  gpu_model: text,
  framework: sizerFrameworkSchema,
  framework_version: optionalText,
  measured_on: optionalText,
  precision: sizerPrecisionSchema,
  isl: count,
  osl: count,
  concurrency: count,
  gpus: count,
  ttft_ms: positive,
  tpot_ms: positive,
  origin: text,
});
const splitSchema = z.object({ tp: count, dp_attention: count, ep: count });
const poolsSchema = z.record(z.string(), count);
const poolCells = z.object({ ...pool('prefill'), ...pool('decode') });

/** Columns that the format must have; others are let through unread. */
const REQUIRED_COLUMNS = ['mode', ...Object.keys(common.shape), 'tp', 'dp_attention', 'ep'];

/**
 * Reads a file of measured serving points (CSV with a header; columns of the training format in any order, further columns ignored).
 * Every row is checked; throws `TrainingFileError` naming each faulty line.
 */
export function readTrainingPoints(csv: string): TrainingPoint[] {
  const lines = csv.split(/\r?\n/);
  const columns = cellsOf((lines[0] ?? '').replace(/^\uFEFF/, ''));
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new TrainingFileError([`line 1: columns missing: ${missing.join(', ')}`]);
  const problems: string[] = [];
  const points: TrainingPoint[] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line.trim() === '') continue;
    const cells = cellsOf(line);
    if (cells.length !== columns.length) {
      problems.push(`line ${i + 1}: ${cells.length} cells, the header has ${columns.length}`);
      continue;
    }
    const row = Object.fromEntries(columns.map((column, c) => [column, cells[c] ?? '']));
    const read = readRow(row, i + 1);
    if (Array.isArray(read)) problems.push(...read);
    else points.push(read);
  }
  if (problems.length === 0 && points.length === 0) problems.push('line 2: no rows');
  if (problems.length > 0) throw new TrainingFileError(problems);
  return points;
}

function readRow(row: Record<string, string>, line: number): TrainingPoint | string[] {
  const base = common.safeParse(row);
  if (!base.success) return faults(base.error, row, line);
  const layout = readLayout(row, line, base.data.gpus);
  if (Array.isArray(layout)) return layout;
  const cells = base.data;
  return {
    line,
    modelCode: cells.model_code,
    family: cells.family,
    gpuModel: cells.gpu_model,
    framework: cells.framework,
    frameworkVersion: cells.framework_version,
    measuredOn: cells.measured_on,
    precision: cells.precision,
    isl: cells.isl,
    osl: cells.osl,
    concurrency: cells.concurrency,
    gpus: cells.gpus,
    layout,
    ttftMs: cells.ttft_ms,
    tpotMs: cells.tpot_ms,
    origin: cells.origin,
    slice: row['slice'] ?? row['split'] ?? null,
  };
}

function readLayout(
  row: Record<string, string>,
  line: number,
  gpus: number,
): TrainingPoint['layout'] | string[] {
  if (row['mode'] === 'aggregated') {
    const split = splitSchema.safeParse(row);
    if (!split.success) return faults(split.error, row, line);
    const { tp, dp_attention: dp, ep } = split.data;
    const pp = gpus / (tp * dp);
    if (!Number.isInteger(pp)) return [`line ${line}: gpus ${gpus} is no multiple of tp · dp_attention`];
    return { mode: 'aggregated', parallelism: { tp, pp, dp, ep } };
  }
  if (row['mode'] === 'disaggregated') {
    const read = poolCells.safeParse(row);
    if (!read.success) return faults(read.error, row, line);
    const cells = poolsSchema.parse(read.data);
    return { mode: 'disaggregated', prefill: poolOf(cells, 'prefill'), decode: poolOf(cells, 'decode') };
  }
  return [`line ${line}: mode is "${row['mode'] ?? ''}", not aggregated or disaggregated`];
}

function poolOf(cells: Record<string, number>, side: 'prefill' | 'decode'): WorkerPool {
  const cell = (name: string) => cells[`${side}_${name}`] ?? 1;
  const tp = cell('tp');
  const dp = cell('dp');
  const pp = Math.max(1, Math.round(cell('gpus') / (tp * dp)));
  return {
    workers: cell('workers'),
    gpus: cell('gpus'),
    parallelism: { tp, pp, dp, ep: cell('ep') },
  };
}

function faults(error: z.ZodError, row: Record<string, string>, line: number): string[] {
  return error.issues.map((issue) => {
    const column = String(issue.path[0] ?? '');
    return `line ${line}, ${column} "${row[column] ?? ''}": ${issue.message}`;
  });
}

function cellsOf(line: string): string[] {
  return Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}
