import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { walkStep } from '#src/components/results/list-walk.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { parseSearchText } from '#src/url/search-text.ts';
import { jobSearch, type JobTab } from './job-search.ts';

interface JobWalkProps {
  orgId: string;
  runId: number;
  jobId: number;
  tab: JobTab;
}

/** To the previous and next job of the list that this one was opened from, as it was filtered and sorted, and back to it; nothing without a list. */
export function JobWalk({ orgId, runId, jobId, tab }: JobWalkProps) {
  const step = useMemo(() => walkStep({ orgId, runId, jobId }), [orgId, runId, jobId]);
  if (step === null) return null;
  const way = (to: number | null, label: string, icon: React.ReactNode) =>
    to === null ? (
      <span aria-hidden className={buttonStyles({ variant: 'quiet' })} style={{ opacity: 0.4 }}>
        {icon}
      </span>
    ) : (
      <Link
        to="/w/$orgId/jobs/$jobId"
        params={{ orgId, jobId: String(to) }}
        search={jobSearch.write({ tab }) as never}
        aria-label={`${label} job of the list`}
        title={`${label} job of the list`}
        className={buttonStyles({ variant: 'quiet' })}
      >
        {icon}
      </Link>
    );
  return (
    <nav aria-label="Jobs of the list" className="flex items-center text-xs text-ink-3">
      {way(step.before, 'Previous', <ChevronLeft aria-hidden className="size-4" />)}
      <Link
        to="/w/$orgId/runs/$runId"
        params={{ orgId, runId: String(runId) }}
        search={parseSearchText(step.search) as never}
        title="Back to the list as it was"
      >
        {step.place.toLocaleString('en-US')} of {step.of.toLocaleString('en-US')}
      </Link>
      {way(step.after, 'Next', <ChevronRight aria-hidden className="size-4" />)}
    </nav>
  );
}
