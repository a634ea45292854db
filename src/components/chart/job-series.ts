import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { configText, gpuText, shapeText, type JobPoint } from './job-text.ts';
import { groupSeries, type MetricSeries } from './metric-series.ts';

/**
 * Jobs as series for a chart over concurrency: one for each GPU, framework, precision, config and shape. The name
 * says model, version, server and shape only where they differ between the rows, and whatever is simulated.
 */
export function toJobSeries(rows: readonly JobPoint[]): MetricSeries[] {
  const differs = (of: (row: JobPoint) => unknown) => new Set(rows.map(of)).size > 1;
  const [models, shapes, servers, provenances] = [
    differs((row) => row.model_code),
    differs(shapeText),
    differs((row) => row.server_hostname),
    differs((row) => row.provenance),
  ];
  const versions = new Map<string | null, Set<string | null>>();
  for (const row of rows) {
    const known = versions.get(row.framework_code) ?? new Set();
    versions.set(row.framework_code, known.add(row.framework_version));
  }
  const nameOf = (row: JobPoint) => {
    const hasVersions = (versions.get(row.framework_code)?.size ?? 0) > 1;
    return [
      models && row.model_code,
      gpuText(row) ?? 'unnamed hardware',
      hasVersions ? `${row.framework_code ?? ''} ${row.framework_version ?? ''}`.trim() : row.framework_code,
      row.quantization_code,
      configText(row),
      servers && row.server_hostname,
      shapes && shapeText(row),
      (provenances || row.provenance === 'simulated') && row.provenance,
    ]
      .filter((part) => typeof part === 'string' && part !== '')
      .join(' · ');
  };
  return groupSeries(rows, (row) => ({
    id: JSON.stringify([
      row.model_code,
      row.gpu_model ?? row.gpu_name,
      row.gpu_count,
      row.framework_code,
      row.framework_version,
      row.quantization_code,
      configText(row),
      row.server_hostname,
      row.input_sequence_length,
      row.output_sequence_length,
      row.provenance,
    ]),
    name: nameOf(row),
    vendor: row.gpu_vendor,
    architecture: row.gpu_architecture,
  }));
}

/** Jobs whose figures a curve may join: completed, with a valid self-check. */
export function isOnCurve(job: Pick<RunJobWithParams, 'status_code' | 'is_valid'>): boolean {
  return job.status_code === 'completed' && job.is_valid !== false;
}

type Noted = Pick<RunJobWithParams, 'status_code' | 'is_valid' | 'statistic' | 'options'>;

/** What must be said below a chart of these jobs. */
export function jobNotes(rows: readonly Noted[]): string[] {
  const invalid = rows.filter((row) => row.status_code === 'completed' && row.is_valid === false).length;
  return [
    ...(invalid > 0 ? [`${invalid} failed the self-check and ${invalid === 1 ? 'is' : 'are'} left out`] : []),
    ...(rows.some((row) => row.options['throughput_is_derived'] === true)
      ? ['throughput derived from concurrency and latencies']
      : []),
  ];
}

/** What must be said besides where the chart shows latencies. */
export function latencyNotes(rows: readonly Noted[]): string[] {
  return rows.some((row) => row.statistic === 'unspecified')
    ? ['the source does not say whether latencies are means or medians; they stand under mean']
    : [];
}
