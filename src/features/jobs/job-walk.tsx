import { WalkNav } from '#src/components/results/walk-nav.tsx';
import { jobSearch, type JobTab } from './job-search.ts';

interface JobWalkProps {
  orgId: string;
  runId: number;
  jobId: number;
  tab: JobTab;
}

/** To the previous and next job of the run's list that this one was opened from, on the same tab. */
export function JobWalk({ orgId, runId, jobId, tab }: JobWalkProps) {
  return <WalkNav orgId={orgId} page="run" pageId={runId} id={jobId} search={jobSearch.write({ tab })} />;
}
