import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';
import { roleSchema } from '#contract/jobs.ts';

export const organizationMemberSchema = z.object({
  account_id: z.guid(),
  email: z.string(),
  display_name: z.string(),
  role: roleSchema,
  /** A service client's account. */
  is_service: z.boolean(),
  is_disabled: z.boolean(),
  member_since: z.string(),
});
export type OrganizationMember = z.infer<typeof organizationMemberSchema>;

/** Members of a workspace, owners first. */
export const listOrganizationMembers = defineRpc(
  'list_organization_members',
  'viewer',
  z.object({ p_org_id: z.guid() }),
  z.array(organizationMemberSchema),
);
