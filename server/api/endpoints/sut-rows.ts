import type { CsvValue } from '#lib/csv.ts';

/** One fact about a system under test. */
export interface SutRow {
  readonly section: string;
  readonly name: string;
  readonly value: CsvValue;
  readonly unit: string;
}

/** What the database says of a job, the server it ran on and its last attempt; null where there is no such row. */
export interface SutSource {
  readonly job: Readonly<Record<string, unknown>>;
  readonly attempt: Readonly<Record<string, unknown>> | null;
  readonly server: Readonly<Record<string, unknown>> | null;
}

type Field = readonly [name: string, key: string, unit?: string];

const JOB: readonly Field[] = [
  ['job id', 'job_id'],
  ['job name', 'job_name'],
  ['project', 'project_name'],
  ['run', 'run_name'],
  ['tool', 'tool_code'],
  ['status', 'status_code'],
  ['provenance', 'provenance'],
  ['started at', 'started_at'],
  ['finished at', 'finished_at'],
];
const WORKLOAD: readonly Field[] = [
  ['model', 'model_code'],
  ['quantization', 'quantization_code'],
  ['concurrency', 'concurrency', 'requests'],
  ['input sequence length', 'input_sequence_length', 'tokens'],
  ['output sequence length', 'output_sequence_length', 'tokens'],
  ['options', 'options'],
];
const FRAMEWORK: readonly Field[] = [
  ['framework', 'framework_code'],
  ['version', 'framework_version'],
];
const SERVER: readonly Field[] = [
  ['config', 'config_code'],
  ['config description', 'config_description'],
  ['launch kind', 'launch_kind'],
  ['tensor parallel', 'tensor_parallel', 'GPUs'],
  ['endpoint', 'endpoint_url'],
  ['served model name', 'served_model_name'],
  ['agent version', 'agent_version'],
];

/** The facts of a system under test in a fixed order. What is not known has an empty value; nothing is guessed. */
export function sutRows({ job, attempt, server }: SutSource): SutRow[] {
  const hardware = asObject(server?.['hardware']);
  const launch = asObject(attempt?.['launch']);
  return [
    ...fields('job', JOB, job),
    ...fields('workload', WORKLOAD, job),
    ...fields('framework', FRAMEWORK, job),
    row('server', 'hostname', attempt?.['hostname'] ?? job['server_hostname']),
    ...fields('server', SERVER, { ...server, config_code: job['config_code'] }),
    row('gpu', 'model', job['gpu_model']),
    row('gpu', 'name', job['gpu_name']),
    row('gpu', 'vendor', job['gpu_vendor']),
    row('gpu', 'architecture', job['gpu_architecture']),
    row('gpu', 'count', job['gpu_count'], 'GPUs'),
    row('gpu', 'memory of one', server?.['gpu_memory_gb'], 'GB'),
    row('hardware', 'cpu', hardware?.['cpu_model']),
    row('hardware', 'cpu count', hardware?.['cpu_count'], 'threads'),
    row('hardware', 'memory', hardware?.['memory_gb'], 'GB'),
    row('hardware', 'operating system', hardware?.['os']),
    ...gpuRows(hardware?.['gpus']),
    row('launch', 'attempt', attempt?.['attempt']),
    row('launch', 'kind', launch?.['kind']),
    row('launch', 'simulated', launch === null ? null : launch['simulated'] === true),
    row('launch', 'command', commandLine(launch?.['argv'])),
    ...Object.entries(asObject(launch?.['env']) ?? {}).map(([name, value]) =>
      row('launch', `env ${name}`, value),
    ),
    row('launch', 'base url', launch?.['base_url']),
    row('launch', 'benchmark', launch?.['bench_spec']),
  ];
}

function fields(section: string, list: readonly Field[], from: Readonly<Record<string, unknown>>): SutRow[] {
  return list.map(([name, key, unit]) => row(section, name, from[key], unit));
}

function row(section: string, name: string, value: unknown, unit = ''): SutRow {
  return { section, name, value: cell(value), unit };
}

function cell(value: unknown): CsvValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : null;
}

function gpuRows(gpus: unknown): SutRow[] {
  if (!Array.isArray(gpus)) return [];
  return gpus.map(asObject).flatMap((gpu, position) => {
    const index = gpu?.['index'];
    const section = `gpu ${typeof index === 'number' ? index : position}`;
    return [
      row(section, 'name', gpu?.['name']),
      row(section, 'uuid', gpu?.['uuid']),
      row(section, 'memory', gpu?.['memory_total_mb'], 'MB'),
      row(section, 'driver version', gpu?.['driver_version']),
    ];
  });
}

/** As one would type it into a POSIX shell. */
function commandLine(argv: unknown): string | null {
  if (!Array.isArray(argv)) return null;
  return argv
    .map(String)
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
