import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { Check, CircleSlash, Clock, LoaderCircle, X } from 'lucide-react';
import { useState } from 'react';
import type { RunJobWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { describeError } from '#src/api/describe-error.ts';
import { sendPaced, type PacedOutcome } from '#src/api/paced.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Dialog } from '#src/components/ui/dialog.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { SentAgain } from '#src/components/ui/sent-again.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { useStop } from '#src/components/ui/use-stop.ts';
import { BULK_ACTIONS, readJobs } from './bulk-actions.ts';
import { splitJobs, type BulkKind } from './bulk-jobs.ts';

interface BulkJobsDialogProps {
  kind: BulkKind;
  jobIds: readonly number[];
  onClose: () => void;
}

type Outcome = PacedOutcome<{ said: string; openJobId: number }>;

const WORDS = {
  cancel: {
    title: 'Cancel',
    go: (count: string) => `Cancel ${count}`,
    what: 'Jobs that wait are cancelled at once. Running ones are told at their worker’s next heartbeat and stop as soon as they can; what they measured so far gives no result, their logs stay.',
  },
  retry: {
    title: 'Try again',
    go: (count: string) => `Submit ${count}`,
    what: 'Each is submitted again with the very same parameters, as a new job of its run. The ones that failed stay, with their logs.',
  },
} as const;

/** Cancels or submits again the selected jobs: asks first, then says of each what became of it. */
export function BulkJobsDialog({ kind, jobIds, onClose }: BulkJobsDialogProps) {
  const { orgId } = useWorkspace();
  const client = useQueryClient();
  const selected = useQuery({
    queryKey: ['selected-jobs', orgId, jobIds],
    queryFn: ({ signal }) => readJobs(orgId, jobIds, signal),
    // What is asked here is about this moment.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [sent, setSent] = useState<{
    jobs: readonly RunJobWithParams[];
    outcomes: readonly Outcome[];
    isSending: boolean;
  } | null>(null);
  const { start, stop } = useStop();
  const { run, perMinute } = BULK_ACTIONS[kind];
  const send = async (jobs: readonly RunJobWithParams[], before: readonly Outcome[]) => {
    setSent({ jobs, outcomes: before, isSending: true });
    const outcomes = await sendPaced(jobs, {
      send: (job) => run(job.job_id),
      perMinute,
      before,
      signal: start(),
      onChange: (now) => setSent({ jobs, outcomes: now, isSending: true }),
    });
    setSent({ jobs, outcomes, isSending: false });
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'selected-jobs' && queryKey.includes(orgId),
    });
  };
  const { able, others } = splitJobs(kind, selected.data ?? []);
  const words = WORDS[kind];
  const unsent = sent?.outcomes.filter(({ state }) => state === 'stopped' || state === 'refused').length ?? 0;
  const done = sent?.outcomes.filter(({ state }) => state === 'sent').length ?? 0;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="w-[min(640px,calc(100vw-24px))]!"
      title={
        sent === null
          ? `${words.title}: ${counted(jobIds.length, 'selected job')}`
          : `${words.title}: ${done} of ${counted(sent.jobs.length, 'job')}`
      }
      actions={
        sent === null ? (
          <>
            <Button onClick={onClose}>Leave them as they are</Button>
            <Button
              variant={kind === 'cancel' ? 'danger' : 'primary'}
              disabled={able.length === 0}
              onClick={() => void send(able, [])}
            >
              {words.go(counted(able.length, 'job'))}
            </Button>
          </>
        ) : sent.isSending ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <>
            {unsent > 0 && (
              <Button onClick={() => void send(sent.jobs, sent.outcomes)}>
                Try {counted(unsent, 'job')} again
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              Close
            </Button>
          </>
        )
      }
    >
      {sent !== null ? (
        <ul aria-live="polite" className="divide-y divide-line text-sm">
          {sent.jobs.map((job, index) => (
            <OutcomeLine
              key={job.job_id}
              job={job}
              outcome={sent.outcomes[index] ?? { state: 'waiting' }}
              orgId={orgId}
            />
          ))}
        </ul>
      ) : selected.isError ? (
        <ErrorState
          error={selected.error}
          title="The selected jobs could not be read"
          onRetry={() => void selected.refetch()}
        />
      ) : selected.isPending ? (
        <Skeleton className="h-40!" />
      ) : (
        <div className="grid gap-3 text-sm text-ink-2">
          {able.length > 0 ? (
            <p>{words.what}</p>
          ) : (
            <p>None of the selected jobs is one that this can be done with.</p>
          )}
          {able.length > perMinute && (
            <p>
              The server takes about {perMinute} a minute: this needs {Math.ceil(able.length / perMinute)}{' '}
              minutes, in which this stays open.
            </p>
          )}
          {able.length > 0 && <JobList title={counted(able.length, 'job')} jobs={able} />}
          {others.length > 0 && (
            <JobList
              title={`Left out: ${counted(others.length, 'job')}`}
              jobs={others.map(({ job }) => job)}
              why={others.map(({ why }) => why)}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}

interface JobListProps {
  title: string;
  jobs: readonly RunJobWithParams[];
  why?: readonly string[];
}

function JobList({ title, jobs, why }: JobListProps) {
  return (
    <section>
      <h3 className="text-xs text-ink-3">{title}</h3>
      <ul className="max-h-48 overflow-y-auto">
        {jobs.map((job, index) => (
          <li key={job.job_id} className="flex items-baseline gap-3 py-0.5">
            <span className="min-w-0 flex-1 truncate text-ink">{job.job_name}</span>
            <span className="shrink-0 text-xs text-ink-3">{why?.[index] ?? job.status_code}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const ICONS = {
  waiting: <Clock aria-hidden className="size-4 text-ink-3" />,
  sending: <LoaderCircle aria-hidden className="size-4 animate-spin text-ink-3" />,
  sent: <Check aria-hidden className="size-4 text-good" />,
  stopped: <CircleSlash aria-hidden className="size-4 text-warn" />,
  refused: <X aria-hidden className="size-4 text-bad" />,
} as const;

function OutcomeLine({ job, outcome, orgId }: { job: RunJobWithParams; outcome: Outcome; orgId: string }) {
  const openJobId = outcome.state === 'sent' ? outcome.value.openJobId : job.job_id;
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)] items-start gap-x-2 py-1.5">
      <span className="mt-0.5">{ICONS[outcome.state]}</span>
      <span
        className={clsx('grid min-w-0 gap-x-3', outcome.state !== 'refused' && 'sm:flex sm:items-baseline')}
      >
        <Link
          to="/w/$orgId/jobs/$jobId"
          params={{ orgId, jobId: String(openJobId) }}
          className="min-w-0 flex-1 truncate text-accent"
        >
          {job.job_name}
        </Link>
        <span className="text-xs text-ink-3">{saidOf(outcome)}</span>
      </span>
    </li>
  );
}

function saidOf(outcome: Outcome) {
  switch (outcome.state) {
    case 'sent':
      return outcome.value.said;
    case 'refused': {
      const { happened, requestId } = describeError(outcome.error);
      return (
        <span className="text-bad">
          {happened}
          {requestId !== null && <span className="font-mono text-ink-3"> {requestId}</span>}
        </span>
      );
    }
    case 'stopped':
      return 'not sent';
    case 'sending':
      return outcome.waitS === undefined ? 'sending' : <SentAgain waitS={outcome.waitS} />;
    case 'waiting':
      return 'waits its turn';
  }
}
