import { vCostEfficiency } from '#contract/views/v-cost-efficiency.ts';
import { eq, isIn } from '#src/api/view-query.ts';
import { viewCall, type ApiCall } from '#src/components/api-call/api-call.ts';
import type { Subject } from '#src/components/results/subjects.ts';

/** The read behind the cost page. */
export const costCalls = (
  orgIds: readonly string[],
  basis: string,
  subject: Subject | null,
): readonly ApiCall[] => [
  viewCall(
    vCostEfficiency,
    {
      filters: {
        org_id: isIn(orgIds),
        ...(basis !== '' && { price_basis: eq(basis) }),
        ...(subject !== null && { model_code: eq(subject.model), workload_shape: eq(subject.shape) }),
      },
      order: [{ column: 'usd_per_million_tokens', direction: 'asc' }],
    },
    'Costs at the listed prices and full use',
  ),
];
