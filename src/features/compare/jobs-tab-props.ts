import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import type { CompareView } from './compare-search.ts';

export interface JobsTabProps {
  orgIds: readonly string[];
  /** The best estimate of each deployment, for pairs to begin with; undefined while it is read. */
  estimates: readonly EstimateOutline[] | undefined;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}
