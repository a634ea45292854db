import type { CapacityEstimateRow } from '#contract/views/v-inferencex-outputs.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import type { CompareView } from './compare-search.ts';

export interface JobsTabProps {
  orgIds: readonly string[];
  /** The best estimate of each deployment, for pairs to begin with; undefined while it is read. */
  estimates: readonly CapacityEstimateRow[] | undefined;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}
