import { queryOptions } from '@tanstack/react-query';
import { vQuotaUsage } from '#contract/views/v-quota-usage.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** What the workspace used this month and may use. */
export const quotaQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['quota', orgId],
    queryFn: async ({ signal }) =>
      (await api().readView(vQuotaUsage, { filters: { org_id: eq(orgId) } }, { signal })).rows[0] ?? null,
  });
