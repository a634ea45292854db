import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { describeError } from '#src/api/describe-error.ts';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import type { ChartState } from '#src/components/chart/chart-state.tsx';
import { TelemetryStrip } from '#src/components/chart/telemetry-strip.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { AttemptSelect } from './attempt-select.tsx';
import { measuredWindow } from '#src/components/chart/telemetry-buckets.ts';
import { useTelemetry } from '#src/components/chart/use-telemetry.ts';
import { jobResultQuery } from './jobs-queries.ts';

interface TelemetryPanelProps {
  job: JobCurrentStatus;
  /** The attempt of the address; 0 is the latest. */
  wanted: number;
  onAttemptChange: (attempt: number) => void;
  view: ChartView;
  onViewChange: (change: Partial<ChartView>) => void;
}

/** What GPUs, engine and host did while the job ran, the measured window shaded. */
export function TelemetryPanel({ job, wanted, onAttemptChange, view, onViewChange }: TelemetryPanelProps) {
  const attempt = wanted === 0 ? job.attempt_count : Math.min(wanted, job.attempt_count);
  const isLatest = attempt === job.attempt_count;
  const isLive = !isTerminal(job.status_code) && isLatest;
  const result = useQuery({ ...jobResultQuery(job), enabled: job.status_code === 'completed' });
  const shaded = isLatest ? measuredWindow(result.data) : null;
  const [from, to] = [shaded?.from, shaded?.to];
  const window = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
  const { read: telemetry, strip } = useTelemetry({
    orgId: job.org_id,
    jobId: job.job_id,
    attempt,
    isLive,
    window,
    zoom: view.zoom,
  });
  return (
    <TelemetryStrip
      title="Telemetry"
      subtitle={[
        job.server_hostname ?? '',
        telemetry.data === undefined ? '' : counted(telemetry.data.sample_count, 'sample'),
      ]
        .filter((part) => part !== '')
        .join(', ')}
      samples={strip.samples}
      valueCount={strip.valueCount}
      window={window}
      vendor={job.gpu_vendor}
      view={view}
      onViewChange={onViewChange}
      state={stateOf()}
      controls={
        <>
          <ProvenanceTag provenance={job.provenance} />
          <AttemptSelect job={job} attempt={attempt} onChange={onAttemptChange} />
          {isLatest && strip.samples.length > 0 && (
            <Link
              to="/w/$orgId/telemetry"
              params={{ orgId: job.org_id }}
              search={{ job: String(job.job_id) }}
              className="text-xs"
            >
              Findings, and each GPU
            </Link>
          )}
        </>
      }
    />
  );

  function stateOf(): ChartState {
    if (strip.samples.length > 0) return { kind: 'ready' };
    if (attempt > 0 && telemetry.isPending) return { kind: 'loading' };
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
          : isTerminal(job.status_code)
            ? 'No telemetry was recorded for this job.'
            : 'Telemetry begins when a worker takes the job.',
    };
  }
}
