import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { compareSearch } from './compare-search.ts';
import { curatedPairs } from './curated-pairs.ts';
import type { JobsTabProps } from './jobs-tab-props.ts';

/** What to do while nothing is selected, and pairs to begin with. */
export function Beginnings({
  estimates,
  picker,
  view,
}: Pick<JobsTabProps, 'estimates' | 'view'> & { picker: React.ReactNode }) {
  const { orgId } = useWorkspace();
  const pairs = useMemo(() => (estimates === undefined ? [] : curatedPairs(estimates)), [estimates]);
  return (
    <Panel>
      <EmptyState
        title="Choose results to set side by side"
        actions={
          <>
            {picker}
            <Link to="/w/$orgId/leaderboard" params={{ orgId }} className={buttonStyles()}>
              Select on the leaderboard
            </Link>
          </>
        }
      >
        Tick rows on the leaderboard or among a run’s jobs and press Compare, or add results here by name. The
        tabs above compare whole families: models, frameworks, precisions.
      </EmptyState>
      {estimates === undefined ? (
        <div className="px-4 pb-4">
          <Skeleton className="h-24!" />
        </div>
      ) : (
        pairs.length > 0 && (
          <div className="border-t border-line px-4 py-3">
            <h2 className="text-xs font-medium text-ink-3">To begin with: pairs that differ in one thing</h2>
            <ul className="mt-1.5 grid gap-1.5">
              {pairs.map((pair) => (
                <li key={pair.kind} className="text-sm">
                  <Link
                    to="."
                    search={
                      compareSearch.write({
                        jobs: pair.jobIds.map(String),
                        published: view.published,
                        simulated: view.simulated,
                      }) as never
                    }
                    className="text-accent"
                  >
                    {pair.title}
                  </Link>
                  <span className="block text-xs text-ink-3">{pair.where}</span>
                </li>
              ))}
            </ul>
          </div>
        )
      )}
    </Panel>
  );
}
