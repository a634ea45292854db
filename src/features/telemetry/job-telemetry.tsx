import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { describeError } from '#src/api/describe-error.ts';
import { STRIP_BUCKETS, telemetryQuery } from '#src/api/telemetry-query.ts';
import { ApiCallButton } from '#src/components/api-call/api-call-button.tsx';
import type { ChartState } from '#src/components/chart/chart-state.tsx';
import {
  bucketSamples,
  measuredWindow,
  samplesWithin,
  type StripSamples,
} from '#src/components/chart/telemetry-buckets.ts';
import { TelemetryStrip } from '#src/components/chart/telemetry-strip.tsx';
import { isThinned, useTelemetry } from '#src/components/chart/use-telemetry.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { TABLE_KEYS } from '#src/components/table/table-params.ts';
import { MetricValue } from '#src/components/table/metric-column.tsx';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState, Unread } from '#src/components/ui/error-state.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { Figures } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { viewPart } from '#src/url/view-part.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { findingsOf } from './finding-samples.ts';
import { PerGpuPanel } from './per-gpu-panel.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { telemetryCalls } from './telemetry-calls.ts';
import { resultQuery, summaryQuery, telemetryJobQuery } from './job-queries.ts';
import { telemetrySearch } from './telemetry-search.ts';

/** Engine and host are sampled beside the GPUs. */
const OTHER_DEVICES = 2;

type TelemetryView = ViewState<typeof telemetrySearch.shape>;

interface JobTelemetryProps {
  jobId: number;
  view: TelemetryView;
  onViewChange: SetView<TelemetryView>;
}

/** The telemetry of one job: figures of the window, what stands out, the traces, each GPU. */
export function JobTelemetry({ jobId, view, onViewChange }: JobTelemetryProps) {
  const { orgId } = useWorkspace();
  const job = useQuery(telemetryJobQuery(orgId, jobId));
  const all = (
    // The list as it was left.
    <Link
      to="."
      search={telemetrySearch.write(viewPart(view, TABLE_KEYS)) as never}
      className={buttonStyles({})}
    >
      All jobs
    </Link>
  );
  if (job.data === undefined || job.data === null)
    return (
      <Page>
        <PageHeader title={`Telemetry of job ${jobId}`} facts={[]} actions={all} />
        {job.isError ? (
          <ErrorState
            error={job.error}
            title="The job could not be read"
            onRetry={() => void job.refetch()}
          />
        ) : job.data === null ? (
          <Panel>
            <EmptyState title="No such job in this workspace" actions={all}>
              It may be in another workspace, or have been deleted with its project.
            </EmptyState>
          </Panel>
        ) : (
          <Skeleton className="h-160!" />
        )}
      </Page>
    );
  return (
    <Page>
      <PageHeader
        title={job.data.job_name}
        facts={[
          <ProvenanceTag key="provenance" provenance={job.data.provenance} />,
          `${job.data.gpu_count ?? '—'} × ${job.data.gpu_name ?? 'unknown GPU'}`,
          job.data.server_hostname,
          job.data.run_name,
          <CopyableId key="id" label="job" id={jobId} />,
          // What is judged here is the last attempt: the figures are its.
          job.data.attempt_count > 1 && (
            <Link
              key="attempts"
              to="/w/$orgId/jobs/$jobId"
              params={{ orgId, jobId: String(jobId) }}
              search={{ tab: 'telemetry', attempt: String(job.data.attempt_count - 1) }}
            >
              attempt {job.data.attempt_count}, see those before
            </Link>
          ),
        ]}
        actions={
          <>
            <ApiCallButton calls={() => telemetryCalls(orgId, jobId)} />
            {all}
            <Link
              to="/w/$orgId/jobs/$jobId"
              params={{ orgId, jobId: String(jobId) }}
              className={buttonStyles({})}
            >
              Open the job
            </Link>
          </>
        }
      />
      <Traces job={job.data} view={view} onViewChange={onViewChange} />
    </Page>
  );
}

interface TracesProps {
  job: JobCurrentStatus;
  view: TelemetryView;
  onViewChange: SetView<TelemetryView>;
}

function Traces({ job, view, onViewChange }: TracesProps) {
  const isLive = !isTerminal(job.status_code);
  // A page that stood while the job ran goes on standing when it ends.
  const [wasLive] = useState(isLive);
  const summary = useQuery(summaryQuery(job));
  const result = useQuery(resultQuery(job));
  const of = summary.data;
  const window = useMemo(
    () => measuredWindow({ measured_from: of?.window_from ?? null, measured_to: of?.window_to ?? null }),
    [of],
  );
  const { read: telemetry, strip } = useTelemetry({
    orgId: job.org_id,
    jobId: job.job_id,
    attempt: job.attempt_count,
    isLive,
    window,
    zoom: view.zoom,
  });
  // What is said of the window rests on as many buckets as there can be, or on every sample.
  const whole = telemetry.data;
  const isCoarse = isThinned(whole) && window !== null;
  // Known before the samples come where the summary counts more of them a device than there are buckets.
  const isSurelyCoarse =
    of != null && window !== null && of.samples > STRIP_BUCKETS * (of.gpu_count_seen + OTHER_DEVICES);
  const inWindow = useQuery({
    ...telemetryQuery(job.org_id, job.job_id, job.attempt_count, { stretch: window, buckets: 2000 }),
    enabled: isCoarse || isSurelyCoarse,
  });
  const series = isCoarse ? inWindow.data : whole;
  const isZoomed = view.zoom.length > 0;
  const shown = useMemo((): StripSamples => {
    if (view.span === 'all' || window === null) return strip;
    if (isCoarse && series !== undefined && !isZoomed) return bucketSamples(series);
    return samplesWithin(strip, window);
  }, [strip, view.span, window, isCoarse, series, isZoomed]);
  const found = useMemo(
    () => (series === undefined || window === null ? null : findingsOf(series, window)),
    [series, window],
  );
  // One outline until everything is there: parts that come one by one would push each other down.
  if (
    summary.isPending ||
    result.isPending ||
    (telemetry.isPending && job.attempt_count > 0) ||
    (isCoarse && inWindow.isPending && !wasLive)
  )
    return <Skeleton className="h-[80dvh]!" />;
  return (
    <>
      <Unread query={summary} what="The measured window" />
      <Unread query={result} what="The figures of the job" />
      <Panel
        title="Measured window"
        note={
          of == null
            ? undefined
            : `${grouped(Math.round(of.duration_s))} s, ${counted(of.samples, 'sample')} of GPUs`
        }
      >
        {of == null ? (
          <p className="p-3 text-sm text-ink-3">
            {summary.isError
              ? 'What it sums up to could not be read.'
              : isLive || summary.isPlaceholderData
                ? 'It is summed up when the job completes.'
                : 'Nothing was summed up: the job has no measured window or no samples.'}
          </p>
        ) : (
          <Figures
            items={[
              {
                label: 'GPU utilisation (%)',
                value: <MetricValue metric="gpu_util_avg_pct" value={of.gpu_util_avg_pct} />,
              },
              {
                label: 'Imbalance (points)',
                value: <MetricValue metric="gpu_util_imbalance_pct" value={of.gpu_util_imbalance_pct} />,
              },
              {
                label: 'Power, all GPUs (W)',
                value: <MetricValue metric="power_total_avg_w" value={of.power_total_avg_w} />,
              },
              {
                label: 'Energy (J)',
                value: <MetricValue metric="energy_j" value={of.energy_j} />,
                ...(!of.is_valid && { detail: 'not sound', title: of.invalid_reasons.join('; ') }),
              },
              {
                label: 'Energy per output token (J)',
                value: <MetricValue metric="joules_per_token" value={of.joules_per_token} />,
              },
              {
                label: 'Temperature, most (°C)',
                value: <MetricValue metric="temperature_max_c" value={of.temperature_max_c} />,
              },
              {
                label: 'Memory of a GPU, most (GB)',
                value: <MetricValue metric="memory_used_max_gb" value={of.memory_used_max_gb} />,
                detail: of.memory_total_gb === null ? undefined : `of ${of.memory_total_gb.toFixed(0)}`,
              },
              {
                label: 'KV cache in use (%)',
                value: <MetricValue metric="kv_cache_avg_pct" value={of.kv_cache_avg_pct} />,
              },
            ]}
          />
        )}
      </Panel>
      {isCoarse && inWindow.isError && (
        <ErrorState
          error={inWindow.error}
          title="The samples of the window could not be read"
          onRetry={() => void inWindow.refetch()}
        />
      )}
      <FindingsPanel found={found} onShow={(zoom) => onViewChange({ zoom: [zoom], span: 'all' })} />
      <TelemetryStrip
        title="Traces"
        subtitle={whole === undefined ? '' : counted(whole.sample_count, 'sample')}
        samples={shown.samples}
        valueCount={shown.valueCount}
        window={window}
        vendor={job.gpu_vendor}
        state={stateOf()}
        view={view}
        onViewChange={onViewChange}
        controls={
          window !== null && (
            <ToggleChip
              pressed={view.span === 'window'}
              title="Leave out model load, warm-up and what came after"
              onPressedChange={(on) => onViewChange({ span: on ? 'window' : 'all' })}
            >
              measured window only
            </ToggleChip>
          )
        }
      />
      {of != null && series !== undefined && window !== null && (
        <Reconciliation summary={of} result={result.data ?? null} series={series} window={window} />
      )}
      <PerGpuPanel job={job} view={view} onViewChange={onViewChange} />
    </>
  );

  function stateOf(): ChartState {
    if (shown.samples.length > 0) return { kind: 'ready' };
    if (job.attempt_count > 0 && telemetry.isPending) return { kind: 'loading' };
    if (telemetry.isError) {
      const { happened, advice, requestId } = describeError(telemetry.error);
      const onRetry = () => void telemetry.refetch();
      return { kind: 'error', message: happened, hint: advice, requestId, onRetry };
    }
    return {
      kind: 'empty',
      message:
        isLive || telemetry.isPlaceholderData
          ? 'No sample yet. They arrive a few seconds after the worker starts.'
          : 'No samples are left: none were recorded, or they are older than 30 days. The figures above stay.',
    };
  }
}
