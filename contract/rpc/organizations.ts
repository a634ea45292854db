import { z } from 'zod';
import { defineRpc } from '#contract/define.ts';

/** Roles that an admin gives; `owner` changes hands only by transfer. */
export const assignableRoleSchema = z.enum(['viewer', 'engineer', 'admin']);

const changedMember = z.object({ account_id: z.guid(), role: assignableRoleSchema });

/** Makes an existing account a member. */
export const addOrganizationMember = defineRpc(
  'add_organization_member',
  'admin',
  z.object({
    p_org_id: z.guid(),
    p_email: z.string().trim().min(1, 'Enter an e-mail address.'),
    p_role_code: assignableRoleSchema.optional(),
  }),
  changedMember,
);

/** Changes a member's role; only an owner changes an owner, and never the last one. */
export const setOrganizationMemberRole = defineRpc(
  'set_organization_member_role',
  'admin',
  z.object({ p_org_id: z.guid(), p_account_id: z.guid(), p_role_code: assignableRoleSchema }),
  changedMember,
);

/** Removes a member and its API keys there. Anybody may remove itself; the last owner may not. */
export const removeOrganizationMember = defineRpc(
  'remove_organization_member',
  'admin',
  z.object({ p_org_id: z.guid(), p_account_id: z.guid() }),
  z.object({ account_id: z.guid() }),
);

/** Hands a workspace to another member; the caller becomes admin. */
export const transferOrganization = defineRpc(
  'transfer_organization',
  'owner',
  z.object({ p_org_id: z.guid(), p_account_id: z.guid() }),
  z.object({ org_id: z.guid(), owner_account_id: z.guid() }),
);

/** Renames a workspace. */
export const renameOrganization = defineRpc(
  'rename_organization',
  'owner',
  z.object({ p_org_id: z.guid(), p_name: z.string().trim().min(1, 'Enter a name.').max(120) }),
  z.object({ org_id: z.guid(), name: z.string() }),
);

/** Deletes a workspace with everything in it, for ever; `p_confirm_name` is its name. Not while jobs run. */
export const deleteOrganization = defineRpc(
  'delete_organization',
  'owner',
  z.object({ p_org_id: z.guid(), p_confirm_name: z.string() }),
  z.object({ org_id: z.guid() }),
);

/** Sets both monthly quotas of a workspace; null, or not given, is unlimited. */
export const setQuota = defineRpc(
  'set_quota',
  'admin',
  z.object({
    p_org_id: z.guid(),
    p_gpu_hours_per_month: z.number().min(0).nullable().optional(),
    p_judge_tokens_per_month: z.int().min(0).nullable().optional(),
  }),
  z.object({
    org_id: z.guid(),
    gpu_hours_per_month: z.number().nullable(),
    judge_tokens_per_month: z.int().nullable(),
  }),
);
