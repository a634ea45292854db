import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, type ReactNode } from 'react';
import { bestEstimatesQuery } from '#src/api/estimate-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import { pinnedViewsQuery } from './pinned-views-query.ts';
import { QuickPanel } from './quick-panel.tsx';

const MatrixPanel = lazy(async () => ({ default: (await import('./matrix-panel.tsx')).MatrixPanel }));

interface ResultsPartProps {
  /** The workspace of published results, where there is another one. */
  published: string | undefined;
  outline: ReactNode;
}

/** The lower half of the overview: what the results say. */
export function ResultsPart({ published, outline }: ResultsPartProps) {
  const { orgId, membership } = useWorkspace();
  const orgIds = useMemo(() => (published === undefined ? [orgId] : [orgId, published]), [orgId, published]);
  const estimates = useQuery(bestEstimatesQuery(orgIds));
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
