import { Suspense } from 'react';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { jobSearch, type JobTab } from './job-search.ts';

const WalkNav = lazyPart(
  () => import('#src/components/results/walk-nav.tsx'),
  (part) => part.WalkNav,
);

interface JobWalkProps {
  orgId: string;
  runId: number;
  jobId: number;
  tab: JobTab;
}

/** To the previous and next job of the run's list that this one was opened from, on the same tab. */
export function JobWalk({ orgId, runId, jobId, tab }: JobWalkProps) {
  return (
    <Suspense>
      <WalkNav orgId={orgId} page="run" pageId={runId} id={jobId} search={jobSearch.write({ tab })} />
    </Suspense>
  );
}
