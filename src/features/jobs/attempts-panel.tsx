import { useQuery } from '@tanstack/react-query';
import { isTerminal } from '#contract/jobs.ts';
import type { JobAttempt } from '#contract/views/v-job-attempts.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { durationText } from '#src/components/ui/duration-text.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { jobAttemptsQuery } from './attempts-query.ts';
import { useNow } from './use-now.ts';

const TONES = { completed: 'good', failed: 'bad', cancelled: 'warn', lost: 'warn' } as const;

/** Each try of the job: on which worker, launched how, ended how. */
export function AttemptsPanel({ job }: { job: JobCurrentStatus }) {
  const attempts = useQuery(jobAttemptsQuery(job));
  const now = useNow(!isTerminal(job.status_code));
  if (attempts.data === undefined) {
    return attempts.isError ? (
      <ErrorState
        error={attempts.error}
        title="The attempts could not be read"
        onRetry={() => void attempts.refetch()}
      />
    ) : (
      <Skeleton className="h-48!" />
    );
  }
  if (attempts.data.length === 0) {
    return (
      <Panel>
        <EmptyState title="No attempts">
          {isTerminal(job.status_code)
            ? 'No worker here ran this job.'
            : 'An attempt begins when a worker of the server takes the job.'}
        </EmptyState>
      </Panel>
    );
  }
  return attempts.data.map((attempt) => <Attempt key={attempt.attempt} attempt={attempt} now={now} />);
}

function Attempt({ attempt, now }: { attempt: JobAttempt; now: number }) {
  const end = attempt.ended_at === null ? now : Date.parse(attempt.ended_at);
  const seconds = Math.max(0, (end - Date.parse(attempt.started_at)) / 1000);
  const launch = attempt.launch === null ? null : JSON.stringify(attempt.launch, null, 2);
  return (
    <Panel
      title={`Attempt ${attempt.attempt}`}
      actions={
        attempt.outcome === null ? (
          <Badge tone="accent">under way</Badge>
        ) : (
          <Badge tone={TONES[attempt.outcome]}>{attempt.outcome}</Badge>
        )
      }
    >
      <div className="grid items-start gap-3 p-3 lg:grid-cols-2">
        <KeyValue
          items={[
            { label: 'Server', value: attempt.hostname },
            {
              label: 'Worker',
              value: attempt.worker_id === null ? null : <CopyableId label="" id={attempt.worker_id} />,
            },
            { label: 'Last phase', value: attempt.phase_code },
            { label: 'Started', value: <RelativeTime at={attempt.started_at} /> },
            { label: 'Took', value: durationText(seconds) },
            ...(attempt.exit_code === null ? [] : [{ label: 'Exit code', value: String(attempt.exit_code) }]),
            ...(attempt.signal === null ? [] : [{ label: 'Signal', value: attempt.signal }]),
            ...(attempt.error_code === null
              ? []
              : [
                  { label: 'Error', value: <code className="font-mono text-xs">{attempt.error_code}</code> },
                  { label: 'Message', value: attempt.error_message },
                ]),
          ]}
        />
        {launch !== null && (
          <div className="min-w-0">
            <p className="flex items-center gap-1 text-xs text-ink-3">
              Launched with, secrets masked <CopyButton text={launch} label="Copy the launch" />
            </p>
            <pre
              tabIndex={0}
              aria-label={`Launch of attempt ${attempt.attempt}`}
              className="max-h-72 overflow-auto rounded border border-line bg-raised p-2 font-mono text-xs leading-4.5"
            >
              {launch}
            </pre>
          </div>
        )}
      </div>
    </Panel>
  );
}
