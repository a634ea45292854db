import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { roleSchema } from '#contract/jobs.ts';

export const membershipSchema = z.object({
  org_id: z.guid(),
  org_name: z.string(),
  role: roleSchema,
  is_reference: z.boolean(),
});
export type Membership = z.infer<typeof membershipSchema>;

/** Account of the caller and its workspaces, each with the role there. */
export const getCurrentUserContext = defineRpc(
  'get_current_user_context',
  'account',
  z.object({}),
  z.object({
    account_id: z.guid(),
    email: z.string(),
    display_name: z.string(),
    has_password: z.boolean(),
    memberships: z.array(membershipSchema),
  }),
);
export type UserContext = z.infer<typeof getCurrentUserContext.returns>;

/** Workspaces of the calling account. */
export const listOrganizations = defineRpc(
  'list_organizations',
  'account',
  z.object({ p_account_id: z.guid() }),
  z.array(membershipSchema.extend({ created_at: z.string() })),
);

/** Creates a workspace; the caller becomes its owner. */
export const createOrganization = defineRpc(
  'create_organization',
  'account',
  z.object({ p_name: z.string().trim().min(1, 'Enter a name.').max(120) }),
  z.guid(),
);
