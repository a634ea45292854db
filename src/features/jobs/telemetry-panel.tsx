import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { describeError } from '#src/api/describe-error.ts';
import type { ChartState } from '#src/components/chart/chart-state.tsx';
import { TelemetryStrip } from '#src/components/chart/telemetry-strip.tsx';
import { ProvenanceTag } from '#src/components/ui/provenance-tag.tsx';
import { AttemptSelect } from './attempt-select.tsx';
import { measuredWindow, toTelemetrySamples } from '#src/components/chart/telemetry-samples.ts';
import { jobResultQuery } from './jobs-queries.ts';
import { telemetryQuery } from '#src/api/telemetry-query.ts';

interface TelemetryPanelProps {
  job: JobCurrentStatus;
  /** The attempt of the address; 0 is the latest. */
  wanted: number;
  onAttemptChange: (attempt: number) => void;
}

/** What GPUs, engine and host did while the job ran, the measured window shaded. */
export function TelemetryPanel({ job, wanted, onAttemptChange }: TelemetryPanelProps) {
  const attempt = wanted === 0 ? job.attempt_count : Math.min(wanted, job.attempt_count);
  const isLatest = attempt === job.attempt_count;
  const isLive = !isTerminal(job.status_code) && isLatest;
  const telemetry = useQuery({
    ...telemetryQuery(job.org_id, job.job_id, attempt, isLive),
    enabled: attempt > 0,
  });
  const result = useQuery({ ...jobResultQuery(job), enabled: job.status_code === 'completed' });
  const samples = useMemo(() => toTelemetrySamples(telemetry.data?.rows ?? []), [telemetry.data]);
  const shaded = isLatest ? measuredWindow(result.data) : null;
  const [from, to] = [shaded?.from, shaded?.to];
  const window = useMemo(() => (from === undefined || to === undefined ? null : { from, to }), [from, to]);
  return (
    <TelemetryStrip
      title="Telemetry"
      subtitle={[
        job.server_hostname ?? '',
        telemetry.data === undefined ? '' : `${samples.length.toLocaleString('en-US')} samples`,
        telemetry.data?.isCut === true ? 'later ones are left out' : '',
      ]
        .filter((part) => part !== '')
        .join(', ')}
      samples={samples}
      window={window}
      vendor={job.gpu_vendor}
      state={stateOf()}
      controls={
        <>
          <ProvenanceTag provenance={job.provenance} />
          <AttemptSelect job={job} attempt={attempt} onChange={onAttemptChange} />
        </>
      }
    />
  );

  function stateOf(): ChartState {
    if (samples.length > 0) return { kind: 'ready' };
    if (attempt > 0 && telemetry.isPending) return { kind: 'loading' };
    if (telemetry.isError) {
      const { happened, advice, requestId } = describeError(telemetry.error);
      const onRetry = () => void telemetry.refetch();
      return { kind: 'error', message: happened, hint: advice, requestId, onRetry };
    }
    return {
      kind: 'empty',
      message: isLive
        ? 'No sample yet. They arrive a few seconds after the worker starts.'
        : isTerminal(job.status_code)
          ? 'No telemetry was recorded for this job.'
          : 'Telemetry begins when a worker takes the job.',
    };
  }
}
