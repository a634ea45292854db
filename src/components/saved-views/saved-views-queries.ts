import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { deleteView as deleteViewRpc, saveView as saveViewRpc } from '#contract/rpc/saved-views.ts';
import { vSavedViews } from '#contract/views/v-saved-views.ts';
import { api } from '#src/api/api.ts';
import { eq } from '#src/api/view-query.ts';

/** The saved views of a page: the caller's own and the shared ones. Read when the menu opens, not before. */
export const savedViewsQuery = (orgId: string, viewKey: string) =>
  queryOptions({
    queryKey: ['saved-views', orgId, viewKey],
    queryFn: async ({ signal }) =>
      (
        await api().readView(
          vSavedViews,
          {
            filters: { org_id: eq(orgId), view_key: eq(viewKey) },
            order: [
              { column: 'view_name', direction: 'asc' },
              { column: 'saved_view_id', direction: 'asc' },
            ],
          },
          { signal },
        )
      ).rows,
  });

/** Keeps a view, or changes the one of `p_saved_view_id`. */
export const saveView = (args: z.input<typeof saveViewRpc.params>) => api().callRpc(saveViewRpc, args);

export const deleteView = (id: string) => api().callRpc(deleteViewRpc, { p_saved_view_id: id });
