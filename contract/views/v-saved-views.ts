import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { text, textOrNull, timestamp, uuid } from '#contract/views/fields.ts';

/** Views of pages kept under a name: the caller's own, and those that members of the workspace shared. */
export const vSavedViews = defineView(
  'v_saved_views',
  z.object({
    saved_view_id: uuid,
    org_id: uuid,
    owner_account_id: uuid,
    owner_name: textOrNull,
    view_key: text,
    view_name: text,
    /** Search part of the page's address without its question mark. */
    search_text: text,
    is_shared: z.boolean(),
    /** Stands on the overview of the workspace. */
    is_pinned: z.boolean(),
    is_own: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);
export type SavedView = z.infer<typeof vSavedViews.row>;
