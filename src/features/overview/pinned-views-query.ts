import { queryOptions } from '@tanstack/react-query';
import { vSavedViews, type SavedView } from '#contract/views/v-saved-views.ts';
import { api } from '#src/api/api.ts';
import { eq, type ViewQuery } from '#src/api/view-query.ts';

/** Shared views that admins put on the overview. */
export const pinnedViews = (orgId: string): ViewQuery<SavedView> => ({
  filters: { org_id: eq(orgId), is_pinned: eq(true) },
  order: [
    { column: 'view_name', direction: 'asc' },
    { column: 'saved_view_id', direction: 'asc' },
  ],
  range: [0, 11],
});

export const pinnedViewsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['saved-views', orgId, 'pinned'],
    queryFn: async ({ signal }) => (await api().readView(vSavedViews, pinnedViews(orgId), { signal })).rows,
    // Who has just put one there comes to see it.
    staleTime: 0,
  });
