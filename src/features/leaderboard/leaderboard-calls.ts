import { vThroughputLeaderboard } from '#contract/views/v-throughput-leaderboard.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import type { Subject } from '#src/components/results/subjects.ts';

/** The read behind the leaderboard. */
export const leaderboardCalls = (orgIds: readonly string[], subject: Subject | null): readonly ApiCall[] => [
  viewCall(
    vThroughputLeaderboard,
    {
      filters: {
        org_id: isIn(orgIds),
        ...(subject !== null && { model_code: eq(subject.model), workload_shape: eq(subject.shape) }),
      },
      order: [{ column: 'job_id', direction: 'asc' }],
    },
    'Every estimate of this model and shape; the page ranks them',
  ),
];
