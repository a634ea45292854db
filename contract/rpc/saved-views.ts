import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Name of a page or table whose views are kept, such as `leaderboard`. */
const viewKeySchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'Lower-case letters, digits and hyphens, at most 40.');

/** Most bytes of a page's search text that a view keeps. */
export const SEARCH_TEXT_MOST_BYTES = 4096;

/** Keeps the view of a page under a name; with `p_saved_view_id` it changes that one. Sharing needs engineer, pinning admin. */
export const saveView = defineRpc(
  'save_view',
  'viewer',
  z.object({
    p_org_id: z.guid(),
    p_view_key: viewKeySchema,
    p_view_name: z.string().trim().min(1, 'Enter a name.').max(80, 'At most 80 characters.'),
    p_search_text: z.string().max(SEARCH_TEXT_MOST_BYTES),
    /** Null leaves it as it is; a new view is its owner's alone. */
    p_is_shared: z.boolean().nullable().optional(),
    p_saved_view_id: z.guid().nullable().optional(),
    /** Whether it stands on the overview; only a shared view does. Null leaves it as it is. */
    p_is_pinned: z.boolean().nullable().optional(),
  }),
  z.object({
    saved_view_id: z.guid(),
    view_name: z.string(),
    is_shared: z.boolean(),
    is_pinned: z.boolean(),
    updated_at: z.string(),
  }),
);

/** Deletes a saved view: an own one, and a shared one as an admin. */
export const deleteView = defineRpc(
  'delete_view',
  'viewer',
  z.object({ p_saved_view_id: z.guid() }),
  z.object({ saved_view_id: z.guid() }),
);
