import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { durationText } from '#src/components/ui/duration-text.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { StatusBadge } from '#src/components/ui/status-badge.tsx';
import { secondsOf, toTimeline, type TimelineStep } from './job-timeline-steps.ts';
import { jobHistoryQuery } from './jobs-queries.ts';
import { ProgressBar } from './progress-bar.tsx';
import { useNow } from './use-now.ts';

const JobQueue = lazyPart(
  () => import('./job-queue.tsx'),
  (part) => part.JobQueue,
);

const clock = new Intl.DateTimeFormat('en', { timeStyle: 'medium', hour12: false });
/** "UTC+1", so that times of day can be read without hovering. */
const zone =
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts()
    .find((part) => part.type === 'timeZoneName')?.value ?? '';

/** What the job went through and how long each part took; the present part goes on counting. */
export function JobTimeline({ job }: { job: JobCurrentStatus }) {
  const history = useQuery(jobHistoryQuery(job));
  const isLive = !isTerminal(job.status_code);
  const now = useNow(isLive);
  const steps = toTimeline(history.data ?? []);
  const isWorking = job.status_code === 'running';
  return (
    <Panel title="Timeline" note={zone === '' ? undefined : `times of day in ${zone}`}>
      {isWorking && (
        <div className="grid gap-1 border-b border-line px-3 py-2.5 text-sm">
          <div className="flex justify-between gap-2">
            <span>{job.phase_code ?? 'running'}</span>
            <span className="text-ink-3">
              {job.progress === null ? '' : `${Math.round(job.progress * 100)} % of the requests`}
            </span>
          </div>
          <ProgressBar value={job.progress} label="Progress of the benchmark" />
        </div>
      )}
      {history.data === undefined ? (
        history.isError ? (
          <ErrorState
            error={history.error}
            title="The history could not be read"
            onRetry={() => void history.refetch()}
          />
        ) : (
          <div className="p-3">
            <Skeleton className="h-24!" />
          </div>
        )
      ) : steps.length === 0 ? (
        <EmptyState title="No history">This job did not run here, so there is nothing to time.</EmptyState>
      ) : (
        <ol>
          {steps.map((step, index) => (
            <Step key={index} step={step} attempts={job.attempt_count} now={now}>
              {job.status_code === 'pending' && index === steps.length - 1 && (
                <Suspense>
                  <JobQueue job={job} />
                </Suspense>
              )}
            </Step>
          ))}
        </ol>
      )}
    </Panel>
  );
}

interface StepProps {
  step: TimelineStep;
  attempts: number;
  now: number;
  /** What more is to be said of it. */
  children: ReactNode;
}

function Step({ step, attempts, now, children }: StepProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_72px] items-start gap-x-3 gap-y-1 border-b border-line px-3 py-1.5 text-sm last:border-b-0 sm:grid-cols-[96px_minmax(0,1fr)_auto_72px]">
      {/* What is over does not turn. */}
      <span className={step.to === null ? undefined : '[&_svg]:animate-none'}>
        <StatusBadge status={step.status} />
      </span>
      <div className="order-last col-span-full min-w-0 empty:hidden sm:order-none sm:col-span-1 sm:empty:block">
        {attempts > 1 && step.attempt !== null && <span className="text-ink-3">attempt {step.attempt} </span>}
        {step.phases.length > 0 && (
          <ul className="flex flex-wrap gap-x-3">
            {step.phases.map((phase, index) => (
              <li key={index} className="whitespace-nowrap">
                {phase.phase} <span className="text-ink-3">{durationText(secondsOf(phase, now))}</span>
              </li>
            ))}
          </ul>
        )}
        {step.messages.map((message, index) => (
          <p key={index} className="break-words text-ink-2">
            {message.text}
          </p>
        ))}
        {children}
      </div>
      <time
        className="text-ink-3"
        dateTime={new Date(step.from).toISOString()}
        title={`since ${exactTime(step.from)}`}
      >
        {clock.format(step.from)}
      </time>
      <span className="text-right whitespace-nowrap">
        {step.to === step.from ? '' : durationText(secondsOf(step, now))}
      </span>
    </li>
  );
}
