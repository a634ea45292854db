import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { describeError } from '#src/api/describe-error.ts';
import { telemetryQuery } from '#src/api/telemetry-query.ts';
import type { ChartState } from '#src/components/chart/chart-state.tsx';
import { measuredWindow, toTelemetrySamples } from '#src/components/chart/telemetry-samples.ts';
import { TelemetryStrip } from '#src/components/chart/telemetry-strip.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { MetricValue } from '#src/components/table/data-columns.tsx';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { CopyableId, Figures } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { FindingsPanel } from './findings-panel.tsx';
import { findingsOf } from './finding-samples.ts';
import { PerGpuPanel } from './per-gpu-panel.tsx';
import { Reconciliation } from './reconciliation.tsx';
import { resultQuery, summaryQuery, telemetryJobQuery } from './telemetry-queries.ts';
import type { telemetrySearch } from './telemetry-search.ts';

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
    <Link to="." search={{} as never} className={buttonStyles({})}>
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
        ]}
        actions={
          <>
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
  const summary = useQuery(summaryQuery(job.org_id, job.job_id));
  const result = useQuery(resultQuery(job.org_id, job.job_id));
  const telemetry = useQuery({
    ...telemetryQuery(job.org_id, job.job_id, job.attempt_count, isLive),
    enabled: job.attempt_count > 0,
  });
  const rows = telemetry.data?.rows;
  const of = summary.data;
  const window = useMemo(
    () => measuredWindow({ measured_from: of?.window_from ?? null, measured_to: of?.window_to ?? null }),
    [of],
  );
  const samples = useMemo(() => {
    const every = toTelemetrySamples(rows ?? []);
    return view.span === 'all' || window === null
      ? every
      : every.filter(({ at_unix_ms: at }) => at >= window.from && at <= window.to);
  }, [rows, view.span, window]);
  const findings = useMemo(
    () =>
      // Without samples of GPUs nothing can be said of them.
      rows === undefined || window === null || !rows.some(({ source }) => source === 'gpu')
        ? null
        : findingsOf(rows, window),
    [rows, window],
  );
  const hidden = useMemo(() => new Set(view.hidden), [view.hidden]);
  // One outline until everything is there: parts that come one by one would push each other down.
  if (summary.isPending || result.isPending || (telemetry.isPending && job.attempt_count > 0))
    return <Skeleton className="h-[80dvh]!" />;
  return (
    <>
      <Panel
        title="Measured window"
        note={
          of == null
            ? undefined
            : `${Math.round(of.duration_s).toLocaleString('en-US')} s, ${of.samples.toLocaleString('en-US')} samples of GPUs`
        }
      >
        {of == null ? (
          <p className="p-3 text-sm text-ink-3">
            {isLive
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
      <FindingsPanel findings={findings} />
      <TelemetryStrip
        title="Traces"
        subtitle={[
          telemetry.data === undefined ? '' : `${(rows?.length ?? 0).toLocaleString('en-US')} samples`,
          telemetry.data?.isCut === true ? 'later ones are left out' : '',
        ]
          .filter((part) => part !== '')
          .join(', ')}
        samples={samples}
        window={window}
        vendor={job.gpu_vendor}
        state={stateOf()}
        hidden={hidden}
        onHiddenChange={(next) => onViewChange({ hidden: [...next] })}
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
      {of != null && rows !== undefined && window !== null && (
        <Reconciliation summary={of} result={result.data ?? null} rows={rows} window={window} />
      )}
      <PerGpuPanel job={job} view={view} onViewChange={onViewChange} />
    </>
  );

  function stateOf(): ChartState {
    if (samples.length > 0) return { kind: 'ready' };
    if (job.attempt_count > 0 && telemetry.isPending) return { kind: 'loading' };
    if (telemetry.isError) {
      const { happened, advice, requestId } = describeError(telemetry.error);
      const onRetry = () => void telemetry.refetch();
      return { kind: 'error', message: happened, hint: advice, requestId, onRetry };
    }
    return {
      kind: 'empty',
      message: isLive
        ? 'No sample yet. They arrive a few seconds after the worker starts.'
        : 'No samples are left: none were recorded, or they are older than 30 days. The figures above stay.',
    };
  }
}
