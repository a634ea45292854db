import { Link } from '@tanstack/react-router';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { jobSearch } from './job-search.ts';
import type { JobResult } from './jobs-queries.ts';

/** Why a job failed, as the worker said it, and where its log ends. */
export function FailureNotice({ job }: { job: JobCurrentStatus }) {
  if (job.status_code !== 'failed') return null;
  return (
    <Notice tone="bad" title="This job failed">
      <p className="break-words">{job.error_message ?? 'The worker gave no reason.'}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {job.error_code !== null && (
          <span className="inline-flex items-center gap-0.5">
            <code className="font-mono text-xs">{job.error_code}</code>
            <CopyButton text={`${job.error_code}: ${job.error_message ?? ''}`} label="Copy the error" />
          </span>
        )}
        {job.attempt_count > 0 && (
          <>
            <span>
              after attempt {job.attempt_count} of {job.max_attempts}
            </span>
            <Link to="." search={jobSearch.write({ tab: 'logs' }) as never} className="text-accent">
              See the last log lines
            </Link>
          </>
        )}
      </p>
    </Notice>
  );
}

/** That a person asked the running job to stop. */
export function CancelNotice({ job }: { job: JobCurrentStatus }) {
  if (job.cancel_requested_at === null || isTerminal(job.status_code)) return null;
  return (
    <Notice tone="warn" title="Cancel requested">
      <p>
        Asked <RelativeTime at={job.cancel_requested_at} />. The worker is told at its next heartbeat and
        stops the benchmark; until it confirms, the job goes on.
      </p>
    </Notice>
  );
}

/** That the load generator distrusts its own measurement, and why. */
export function InvalidNotice({ result }: { result: JobResult }) {
  if (result.is_valid) return null;
  return (
    <Notice tone="bad" title="Do not trust these figures: the self-check failed">
      <p>
        The load generator may have measured itself rather than the server. The result is kept, but left out
        of rankings and curves.
      </p>
      <ul className="list-disc pl-5">
        {(result.invalid_reasons.length === 0 ? ['No reason was given.'] : result.invalid_reasons).map(
          (reason) => (
            <li key={reason}>{reason}</li>
          ),
        )}
      </ul>
    </Notice>
  );
}

function Notice({ tone, title, children }: { tone: 'bad' | 'warn'; title: string; children: ReactNode }) {
  const Icon = tone === 'bad' ? TriangleAlert : CircleAlert;
  return (
    <section
      role="alert"
      className={`grid gap-1 rounded border px-3 py-2.5 text-sm ${tone === 'bad' ? 'border-bad bg-bad-soft' : 'border-warn bg-warn-soft'}`}
    >
      <h2 className={`flex items-center gap-2 ${tone === 'bad' ? 'text-bad' : 'text-warn'}`}>
        <Icon aria-hidden className="size-4 shrink-0" />
        {title}
      </h2>
      <div className="grid max-w-prose gap-1 pl-6">{children}</div>
    </section>
  );
}
