import { Link } from '@tanstack/react-router';
import { Check, Clock, LoaderCircle, X } from 'lucide-react';
import { failureLine } from '#src/api/describe-error.ts';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { SentAgain } from '#src/components/ui/sent-again.tsx';
import type { JobOutcome, JobToSubmit } from './submit-jobs.ts';

interface SubmittedJobsProps {
  jobs: readonly JobToSubmit[];
  outcomes: readonly JobOutcome[];
  project: string;
  run: string;
  /** Back to the form, to change it and send again. */
  onBack: () => void;
  /** What was not sent yet stays unsent. */
  onStop: () => void;
  /** Sends what was stopped or refused again; what was sent is not sent twice. */
  onSendRest: () => void;
}

/** What became of each job of a list. */
export function SubmittedJobs({
  jobs,
  outcomes,
  project,
  run,
  onBack,
  onStop,
  onSendRest,
}: SubmittedJobsProps) {
  const { orgId } = useWorkspace();
  const count = (state: JobOutcome['state']) => outcomes.filter((one) => one.state === state).length;
  const left = count('waiting') + count('sending');
  const unsent = count('stopped') + count('refused');
  return (
    <Page>
      <PageHeader
        title={
          left > 0
            ? `Submitting ${counted(jobs.length, 'job')}`
            : `${counted(count('sent'), 'job')} submitted`
        }
        facts={[
          `project ${project}, run ${run}`,
          left > 0 && `${left} to go; at most 18 are sent in a minute`,
          count('refused') > 0 && <span className="text-bad">{count('refused')} refused</span>,
          count('stopped') > 0 && `${count('stopped')} not sent`,
        ]}
        actions={
          left > 0 ? (
            <Button onClick={onStop}>Stop sending</Button>
          ) : (
            <>
              {unsent > 0 && <Button onClick={onSendRest}>Send {counted(unsent, 'job')} again</Button>}
              <Button onClick={onBack}>Back to the form</Button>
              <Link
                to={'/w/$orgId/projects'}
                params={{ orgId } as never}
                className={buttonStyles({ variant: 'primary' })}
              >
                Open projects
              </Link>
            </>
          )
        }
      />
      <Panel title="Jobs">
        <ul aria-live="polite" className="divide-y divide-line">
          {jobs.map((job, index) => (
            <OutcomeLine
              key={job.name}
              job={job}
              outcome={outcomes[index] ?? { state: 'waiting' }}
              orgId={orgId}
            />
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function OutcomeLine({ job, outcome, orgId }: { job: JobToSubmit; outcome: JobOutcome; orgId: string }) {
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-1.5 text-sm">
      {outcome.state === 'sent' && <Check aria-hidden className="size-4 self-center text-good" />}
      {outcome.state === 'refused' && <X aria-hidden className="size-4 self-center text-bad" />}
      {outcome.state === 'sending' && (
        <LoaderCircle aria-hidden className="size-4 animate-spin self-center" />
      )}
      {outcome.state === 'stopped' && <Clock aria-hidden className="size-4 self-center text-warn" />}
      {outcome.state === 'waiting' && <Clock aria-hidden className="size-4 self-center text-ink-3" />}
      <span className="flex min-w-0 flex-wrap gap-x-3">
        {outcome.state === 'sent' ? (
          <Link to={`/w/${orgId}/jobs/${outcome.value}` as '/'} className="font-mono text-xs text-accent">
            {job.name}
          </Link>
        ) : (
          <span className="font-mono text-xs">{job.name}</span>
        )}
        {outcome.state === 'sent' && <span className="text-xs text-ink-3">job {outcome.value}</span>}
        {outcome.state === 'refused' && (
          <span className="text-xs text-bad">{failureLine(outcome.error)}</span>
        )}
        {outcome.state === 'sending' && outcome.waitS !== undefined && <SentAgain waitS={outcome.waitS} />}
        {outcome.state === 'stopped' && <span className="text-xs text-warn">not sent</span>}
        {outcome.state === 'waiting' && <span className="text-xs text-ink-3">waits its turn</span>}
      </span>
    </li>
  );
}
