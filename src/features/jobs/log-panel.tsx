import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Download, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { isTerminal } from '#contract/jobs.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import { AttemptSelect } from './attempt-select.tsx';
import { downloadLogs } from './download-logs.ts';
import { STREAMS, type jobSearch } from './job-search.ts';
import { matchingLines } from './log-lines.ts';
import { LogReader, type LogState } from './log-reader.ts';
import { logSource } from './log-source.ts';
import { logStreamsQuery, tellingStream, type LogStream } from './log-streams.ts';
import { LogView } from './log-view.tsx';
import { useFollow } from './use-follow.ts';

type JobView = ViewState<typeof jobSearch.shape>;

interface LogPanelProps {
  job: JobCurrentStatus;
  view: JobView;
  onViewChange: SetView<JobView>;
}

/** The logs of a job, one stream of one attempt at a time. */
export function LogPanel({ job, view, onViewChange }: LogPanelProps) {
  const attempt = view.attempt === 0 ? job.attempt_count : Math.min(view.attempt, job.attempt_count);
  if (attempt === 0) {
    return (
      <Panel>
        <EmptyState title="No log">
          {isTerminal(job.status_code)
            ? 'This job did not run here, so no log was written.'
            : 'The log begins when a worker takes the job.'}
        </EmptyState>
      </Panel>
    );
  }
  return (
    <AttemptLog
      key={`${job.job_id} ${attempt}`}
      job={job}
      attempt={attempt}
      view={view}
      onViewChange={onViewChange}
    />
  );
}

function AttemptLog(props: LogPanelProps & { attempt: number }) {
  const { job, attempt, view } = props;
  /** A stream that a person began to work in stays, whichever fills later. */
  const [held, setHeld] = useState<LogStream | null>(null);
  const chosen = view.stream === 'auto' ? held : view.stream;
  const filled = useQuery({ ...logStreamsQuery(job, attempt), enabled: chosen === null });
  if (chosen === null && filled.isPending) return <Skeleton className="h-80!" />;
  const stream = chosen ?? tellingStream(job, filled.data ?? []);
  return <StreamLog {...props} stream={stream} onHold={() => setHeld(stream)} />;
}

function StreamLog({
  job,
  attempt,
  stream,
  view,
  onViewChange,
  onHold,
}: LogPanelProps & { attempt: number; stream: LogStream; onHold: () => void }) {
  const { org_id: orgId, job_id: jobId } = job;
  const reader = useMemo(
    () => new LogReader(logSource({ orgId, jobId, attempt, stream })),
    [orgId, jobId, attempt, stream],
  );
  const log = useSyncExternalStore(reader.subscribe, reader.snapshot);
  const isLive = !isTerminal(job.status_code) && attempt === job.attempt_count;
  const [isFollowing, setFollowing] = useState(true);
  /** The line jumped to, by its number, and how often, so that the same line can be jumped to again. */
  const [target, setTarget] = useState<{ line: number; jump: number } | null>(null);
  // Another stream is begun at its end; the bar above it stays, and the focus in it.
  const [shown, setShown] = useState(stream);
  if (shown !== stream) {
    setShown(stream);
    setFollowing(true);
    setTarget(null);
  }
  useFollow(reader, isLive);
  const find = useDeferredValue(view.find);
  const matches = useMemo(() => matchingLines(log.text.lines, find), [log.text, find]);
  const [region, setRegion] = useState<HTMLDivElement | null>(null);
  const goTo = (line: number) => {
    setFollowing(false);
    setTarget((before) => ({ line, jump: (before?.jump ?? 0) + 1 }));
  };
  const goToEnd = () => {
    setFollowing(true);
    if (!log.hasLater) return;
    // Lines are numbered anew.
    setTarget(null);
    void reader.loadEnd();
  };
  const step = async (direction: 'after' | 'before') => {
    const here = nextMatch(log, matches, target?.line ?? null, direction);
    const beyond =
      here === null && (direction === 'after' ? log.hasLater : log.hasEarlier)
        ? await reader.findBeyond(find, direction)
        : null;
    // Not read to its end, which is said above the log.
    if (beyond === undefined) return;
    // Round again where the log holds no other.
    const wrapped = direction === 'after' ? matches[0] : matches.at(-1);
    const line = here ?? beyond ?? (wrapped === undefined ? null : wrapped + log.origin);
    if (line === null) notify.info(`“${find}” is not in this log`);
    else goTo(line);
  };
  const jumpToError = async () => {
    const first = await reader.findFirstError();
    if (first === null) return;
    if ('line' in first) goTo(first.line);
    else if (first.share === 1) notify.info('No line of this log looks like an error');
    else
      notify.info(
        `No line of the first ${Math.floor(first.share * 1000) / 10} % of this log looks like an error. Press “First error” again to read on.`,
      );
  };
  const position = target === null ? -1 : matches.indexOf(target.line - log.origin);
  return (
    <Panel onFocus={onHold}>
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1">
        <div role="group" aria-label="Stream" className="flex gap-1">
          {STREAMS.map((one) => (
            <ToggleChip
              key={one}
              pressed={one === stream}
              onPressedChange={() => onViewChange({ stream: one })}
            >
              {one}
            </ToggleChip>
          ))}
        </div>
        <AttemptSelect job={job} attempt={attempt} onChange={(next) => onViewChange({ attempt: next })} />
        <form
          className="flex items-center gap-0.5"
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            if (find !== '') void step('after');
          }}
        >
          <FilterInput
            label="Find in the log"
            value={view.find}
            onChange={(text) => onViewChange({ find: text })}
          />
          {find !== '' && (
            <>
              <span role="status" className="px-1 text-xs text-ink-3">
                {matches.length === 0
                  ? 'none in view'
                  : `${position < 0 ? '–' : position + 1} of ${matches.length}`}
                {log.hasEarlier || log.hasLater ? ' loaded' : ''}
              </span>
              <IconButton label="Match before" onClick={() => void step('before')}>
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton label="Match after" type="submit">
                <ArrowDown aria-hidden />
              </IconButton>
            </>
          )}
        </form>
        <span className="ml-auto flex flex-wrap items-center">
          {isLive && (
            <ToggleChip
              pressed={isFollowing}
              title="Stay at the end as lines arrive"
              onPressedChange={(on) => (on ? goToEnd() : setFollowing(false))}
            >
              follow
            </ToggleChip>
          )}
          <Button
            variant="quiet"
            disabled={log.isEmpty}
            busy={log.work === 'find'}
            onClick={() => void jumpToError()}
          >
            {log.work !== 'find' && <TriangleAlert aria-hidden />}
            First error
          </Button>
          <DownloadButton jobId={job.job_id} />
        </span>
      </div>
      {log.error !== null && (
        <ErrorState
          error={log.error}
          title="The log could not be read"
          onRetry={() => void (log.isEmpty ? reader.loadEnd() : reader.loadLater())}
        />
      )}
      {log.isEmpty ? (
        log.error === null &&
        (log.work === null ? (
          <EmptyState title={`The ${stream} stream is empty`}>
            {isLive
              ? 'Lines appear here as the worker sends them, every few seconds.'
              : 'Nothing was written to it in this attempt. Look at the other streams.'}
          </EmptyState>
        ) : (
          <div className="grid h-48 content-start gap-2 p-3" role="status" aria-label="Reading the log">
            <Skeleton className="w-2/3" />
            <Skeleton className="w-1/2" />
          </div>
        ))
      ) : (
        <LogView
          key={stream}
          scroller={region}
          onScroller={setRegion}
          label={`${stream} log of attempt ${attempt}`}
          log={log}
          find={find}
          target={target}
          isFollowing={isFollowing}
          onLeaveEnd={() => {
            setFollowing(false);
            onHold();
          }}
          onEarlier={() => void reader.loadEarlier()}
          onLater={() => void reader.loadLater()}
        />
      )}
      <LogFooter
        log={log}
        onEnd={() => {
          goToEnd();
          // The button is gone at the end.
          region?.focus();
        }}
      />
    </Panel>
  );
}

function LogFooter({ log, onEnd }: { log: LogState; onEnd: () => void }) {
  if (log.isEmpty) return null;
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-t border-line px-3 text-xs text-ink-3">
      <span role="status">
        {counted(log.text.lines.length, 'line')}
        {log.hasEarlier || log.hasLater ? ' loaded; scroll for more' : ''}
        {log.work === 'earlier' && ', reading earlier ones'}
      </span>
      {log.hasLater && (
        <button type="button" className="min-h-6 text-accent" onClick={onEnd}>
          Go to the end
        </button>
      )}
    </div>
  );
}

function DownloadButton({ jobId }: { jobId: number }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await downloadLogs(jobId);
    } catch (error) {
      notify.failure('The log was not saved', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" busy={isBusy} onClick={() => void save()}>
      {!isBusy && <Download aria-hidden />}
      logs.txt
    </Button>
  );
}

/** Number of the match after or before a line; null where the loaded part has no more. */
function nextMatch(
  log: LogState,
  matches: readonly number[],
  from: number | null,
  direction: 'after' | 'before',
): number | null {
  const at = from === null ? null : from - log.origin;
  const index =
    direction === 'after'
      ? matches.find((match) => at === null || match > at)
      : matches.findLast((match) => at === null || match < at);
  return index === undefined ? null : index + log.origin;
}
