import { vBenchmarkResults } from '#contract/views/v-benchmark-results.ts';
import { vConcurrencyScaling } from '#contract/views/v-concurrency-scaling.ts';
import { vFrameworkComparison } from '#contract/views/v-framework-comparison.ts';
import { vHardwareUtilization } from '#contract/views/v-hardware-utilization.ts';
import { vModelComparison } from '#contract/views/v-model-comparison.ts';
import { vQuantizationComparison } from '#contract/views/v-quantization-comparison.ts';
import { vThroughputLeaderboard } from '#contract/views/v-throughput-leaderboard.ts';
import { outlines, type EstimateOutline } from '#src/api/estimate-queries.ts';
import { isIn } from '#src/api/view-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import { chooseSet } from './chosen-set.ts';
import { setQuery } from './compare-queries.ts';
import type { CompareView } from './compare-search.ts';
import { setsOf, type ComparedSet, type SetKind } from './compare-sets.ts';
import { jobIds, MOST_JOBS } from './job-ids.ts';

function setCall(kind: SetKind, set: ComparedSet): ApiCall {
  const query = setQuery(kind, set);
  const label = 'The compared results';
  switch (kind) {
    case 'models':
      return viewCall(vModelComparison, query, label);
    case 'frameworks':
      return viewCall(vFrameworkComparison, query, label);
    case 'quantization':
      return viewCall(vQuantizationComparison, query, label);
    case 'concurrency':
      return viewCall(vConcurrencyScaling, query, label);
    case 'hardware':
      return viewCall(vHardwareUtilization, query, label);
  }
}

/** The reads behind a comparison: what there is to compare, and the set that is shown. */
export function compareCalls(
  orgIds: readonly string[],
  view: CompareView,
  estimates: readonly EstimateOutline[],
): readonly ApiCall[] {
  if (view.view === 'jobs')
    return [
      viewCall(
        vBenchmarkResults,
        { filters: { org_id: isIn(orgIds), job_id: isIn(jobIds(view.jobs)) }, range: [0, MOST_JOBS - 1] },
        'Figures of the selected results',
      ),
    ];
  const chosen = chooseSet(view.view, setsOf(view.view, estimates), view);
  return [
    ...(chosen === null ? [] : [setCall(view.view, chosen.set)]),
    viewCall(
      vThroughputLeaderboard,
      {
        ...outlines(orgIds),
        order: [{ column: 'job_id', direction: 'asc' }],
        range: [0, 999],
        count: 'exact',
      },
      'What there is to compare: the best of each deployment',
    ),
  ];
}
