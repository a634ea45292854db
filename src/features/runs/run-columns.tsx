import { Link } from '@tanstack/react-router';
import { METRICS, metricHeader, type MetricKey } from '#contract/metrics.ts';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import type { KnownIssues } from '#src/api/known-issues.ts';
import { configText, gpuText, shapeText } from '#src/components/chart/job-text.ts';
import {
  numberColumn,
  textColumn,
  timeColumn,
  type DataColumn,
} from '#src/components/table/data-columns.tsx';
import { metricColumn } from '#src/components/table/metric-column.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { durationText } from '#src/components/ui/duration-text.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { metricsWithValues } from './run-series.ts';

type Job = RunJobWithParams;

const RESULT_METRICS = [
  'tokens_per_sec',
  'tokens_per_sec_per_gpu',
  'tokens_per_sec_per_user',
  'requests_per_sec',
  'ttft_mean_ms',
  'ttft_p50_ms',
  'ttft_p99_ms',
  'tpot_mean_ms',
  'tpot_p50_ms',
  'tpot_p99_ms',
  'e2e_mean_ms',
  'e2e_p50_ms',
  'e2e_p99_ms',
  'success_rate',
] as const satisfies readonly MetricKey[];
/** Shown only when asked for: a median or p99 stands beside them, or they follow from another column. */
const QUIET_METRICS: readonly MetricKey[] = ['requests_per_sec', 'tokens_per_sec_per_user', 'e2e_mean_ms'];

interface CommonColumn {
  readonly id: string;
  readonly header: string;
  readonly text: (job: Job) => string | null;
  readonly width: number;
  readonly description?: string;
}

/** Parameters that the jobs of a run often share. */
const COMMON_COLUMNS: readonly CommonColumn[] = [
  { id: 'model_code', header: 'Model', text: (job) => job.model_code, width: 150 },
  { id: 'gpu_name', header: 'GPUs', text: gpuText, width: 156 },
  { id: 'framework_code', header: 'Framework', text: (job) => job.framework_code, width: 92 },
  { id: 'framework_version', header: 'Version', text: (job) => job.framework_version, width: 120 },
  { id: 'quantization_code', header: 'Precision', text: (job) => job.quantization_code, width: 84 },
  {
    id: 'config_code',
    header: 'Config',
    text: configText,
    width: 110,
    description: 'Server config; for published figures what the source says of parallelism',
  },
];

/** What all jobs of a run have in common: "1 × H200 · vllm · 0.11.2 · fp8 · 1,024 in / 512 out"; null for fewer than two. */
export function commonText(rows: readonly Job[]): string | null {
  const [first] = rows;
  if (first === undefined || rows.length < 2) return null;
  const parts = [...COMMON_COLUMNS.map(({ text }) => text), shapeText].flatMap((text) =>
    differs(rows, text) ? [] : [text(first) ?? ''],
  );
  return parts.filter((part) => part !== '').join(' · ');
}

/** Columns of a run's jobs. Metrics are shown where `rows` have values; means only where there is no median. `isPart`: the run has more than these. */
export function runJobColumns(
  rows: readonly Job[],
  issues: KnownIssues,
  isPart: boolean,
): readonly DataColumn<Job>[] {
  const issuesOf = ({ job_id: id }: Job) =>
    issues
      .get(id)
      ?.map(({ issue_text: text }) => text)
      .join('; ') ?? null;
  const filled = metricsWithValues(rows, RESULT_METRICS);
  const isUnspecified =
    rows.length > 0 && rows.every((row) => row.statistic === null || row.statistic === 'unspecified');
  const isShown = (key: MetricKey) => {
    if (rows.every((row) => row.status_code !== 'completed'))
      return !key.includes('_mean_') && !QUIET_METRICS.includes(key);
    const isBesideMedian =
      key.includes('_mean_') && filled.some((one) => one === key.replace('_mean_', '_p50_'));
    return filled.includes(key) && !isBesideMedian && !QUIET_METRICS.includes(key);
  };
  // What all jobs have in common stands once, above the table.
  const isCommon = (of: (job: Job) => unknown) => rows.length > 1 && !differs(rows, of);
  const frameworks = new Set(rows.map((job) => job.framework_code));
  const versions = new Set(rows.map((job) => `${job.framework_code ?? ''} ${job.framework_version ?? ''}`));
  // The framework alone tells them apart as long as each has one version.
  const hasVersions = versions.size > frameworks.size;
  const isRunning = rows.some((job) => job.phase_code !== null);
  return [
    textColumn('job_name', 'Job', (job) => job.job_name, {
      width: 184,
      cell: (job) => <JobLink job={job} />,
    }),
    textColumn('status_code', 'Status', (job) => job.status_code, {
      width: isRunning ? 176 : 112,
      cell: (job) => <StatusBadge status={job.status_code} phase={job.phase_code} />,
    }),
    textColumn('known_issues', 'Known issues', issuesOf, {
      width: 150,
      sortable: false,
      hidden: isPart ? issues.size === 0 : !rows.some(issuesOf),
      cell: (job) => {
        const text = issuesOf(job);
        return text === null ? (
          NO_VALUE
        ) : (
          <Badge tone="warn" title={text}>
            {text}
          </Badge>
        );
      },
    }),
    textColumn('provenance', 'Provenance', (job) => job.provenance, {
      width: 96,
      cell: (job) => <ProvenanceTag provenance={job.provenance} />,
    }),
    ...COMMON_COLUMNS.map(({ id, header, text, width, description }) =>
      textColumn<Job>(id, header, text, {
        width,
        description,
        hidden:
          isCommon(text) ||
          rows.every((job) => text(job) === null) ||
          (id === 'framework_version' && !hasVersions),
      }),
    ),
    textColumn('server_hostname', 'Server', (job) => job.server_hostname, { hidden: true }),
    metricColumn<Job>('concurrency', {
      width: 104,
      header: 'Concurrency',
      hidden: rows.length > 0 && rows.every((job) => job.concurrency === null),
    }),
    metricColumn<Job>('input_sequence_length', {
      width: 96,
      hidden: isCommon((job) => job.input_sequence_length),
    }),
    metricColumn<Job>('output_sequence_length', {
      width: 96,
      hidden: isCommon((job) => job.output_sequence_length),
    }),
    ...RESULT_METRICS.map((key) =>
      metricColumn<Job>(key, {
        hidden: !isShown(key),
        width: key.includes('tokens_per_sec') ? 126 : 118,
        // The figure is the source's, its statistic is not known.
        ...(isUnspecified &&
          key.includes('_mean_') && {
            header: metricHeader(key).replace(' mean', ''),
            description: `${METRICS[key].label.replace(', mean', '')}; the source does not say whether mean or median`,
          }),
      }),
    ),
    textColumn('is_valid', 'Self-check', validity, {
      width: 96,
      hidden: rows.every((job) => job.is_valid !== false),
      cell: (job) =>
        job.is_valid === false ? <Badge tone="bad">invalid</Badge> : (validity(job) ?? NO_VALUE),
    }),
    textColumn('statistic', 'Statistic', (job) => job.statistic, { width: 110, hidden: true }),
    textColumn('error_code', 'Error', (job) => job.error_code, {
      width: 150,
      hidden: rows.every((job) => job.error_code === null),
      cell: (job) =>
        job.error_code === null ? (
          NO_VALUE
        ) : (
          <span title={job.error_message ?? undefined}>{job.error_code}</span>
        ),
    }),
    numberColumn('duration_s', 'Ran (s)', ranSeconds, {
      width: 96,
      hidden: true,
      sortable: false,
      cell: (job) => {
        const seconds = ranSeconds(job);
        return seconds === null ? NO_VALUE : durationText(seconds);
      },
    }),
    timeColumn('finished_at', 'Finished', (job) => job.finished_at, {
      hidden: rows.every((job) => job.finished_at === null || job.provenance === 'published'),
    }),
    timeColumn('created_at', 'Created', (job) => job.created_at, { hidden: true }),
    numberColumn('job_id', 'Job id', (job) => job.job_id, {
      hidden: true,
      cell: (job) => String(job.job_id),
    }),
  ];
}

function JobLink({ job }: { job: Job }) {
  return (
    <Link
      to="/w/$orgId/jobs/$jobId"
      params={{ orgId: job.org_id, jobId: String(job.job_id) }}
      className="text-accent no-underline hover:underline"
      title={job.job_name}
    >
      {job.job_name}
    </Link>
  );
}

const validity = (job: Job) => (job.is_valid === null ? null : job.is_valid ? 'valid' : 'invalid');

function ranSeconds(job: Job): number | null {
  if (job.started_at === null || job.finished_at === null) return null;
  return (Date.parse(job.finished_at) - Date.parse(job.started_at)) / 1000;
}

function differs(rows: readonly Job[], of: (job: Job) => unknown): boolean {
  return new Set(rows.map(of)).size > 1;
}
