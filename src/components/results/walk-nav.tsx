import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { grouped } from '#lib/grouped.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { parseSearchText } from '#src/url/search-text.ts';
import { walkStep, type WalkOf } from './list-walk.ts';

interface WalkNavProps {
  orgId: string;
  /** The page of the list. */
  page: WalkOf['page'];
  pageId: number;
  /** What is looked at: a job of the run, a run of the project. */
  id: number;
  /** Of the addresses of its neighbours. */
  search: Readonly<Record<string, string>>;
}

/** To the previous and next of the list that this was opened from, as it was filtered and sorted, and back to it; nothing without a list. */
export function WalkNav({ orgId, page, pageId, id, search }: WalkNavProps) {
  const step = useMemo(() => walkStep({ orgId, of: { page, id: pageId }, id }), [orgId, page, pageId, id]);
  if (step === null) return null;
  const what = page === 'run' ? 'job' : 'run';
  const way = (to: number | null, label: string, icon: React.ReactNode) =>
    to === null ? (
      <span aria-hidden className={buttonStyles({ variant: 'quiet' })} style={{ opacity: 0.4 }}>
        {icon}
      </span>
    ) : (
      <Link
        to={`/w/${orgId}/${what}s/${to}` as '/'}
        search={search as never}
        aria-label={`${label} ${what} of the list`}
        title={`${label} ${what} of the list`}
        className={buttonStyles({ variant: 'quiet' })}
      >
        {icon}
      </Link>
    );
  return (
    <nav
      aria-label={page === 'run' ? 'Jobs of the list' : 'Runs of the list'}
      className="flex items-center text-xs text-ink-3"
    >
      {way(step.before, 'Previous', <ChevronLeft aria-hidden className="size-4" />)}
      <Link
        to={`/w/${orgId}/${page}s/${pageId}` as '/'}
        search={parseSearchText(step.search) as never}
        title="Back to the list as it was"
      >
        {grouped(step.place)} of {grouped(step.of)}
      </Link>
      {way(step.after, 'Next', <ChevronRight aria-hidden className="size-4" />)}
    </nav>
  );
}
