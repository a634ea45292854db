import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { outlinesQuery } from '#src/api/estimate-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { resultOrgIds } from '#src/components/results/result-org-ids.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import { pinnedViewsQuery } from './pinned-views-query.ts';
import { QuickPanel } from './quick-panel.tsx';

const MatrixPanel = lazyPart(
  () => import('./matrix-panel.tsx'),
  (part) => part.MatrixPanel,
);

interface ResultsPartProps {
  outline: ReactNode;
}

/** The lower half of the overview: what the results say. */
export function ResultsPart({ outline }: ResultsPartProps) {
  const { orgId, membership, user } = useWorkspace();
  const orgIds = useMemo(() => resultOrgIds(orgId, user.memberships, true), [orgId, user.memberships]);
  const estimates = useQuery(outlinesQuery(orgIds));
  const pinned = useQuery({ ...pinnedViewsQuery(orgId), enabled: !membership.is_reference });
  if (estimates.isLoading || pinned.isLoading) return outline;
  return (
    <>
      <QuickPanel estimates={estimates.data?.rows ?? []} pinned={pinned} />
      <WhenReached outline={<Skeleton className="h-96!" />}>
        <MatrixPanel estimates={estimates} />
      </WhenReached>
    </>
  );
}
