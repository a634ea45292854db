import { roleAtLeast, ROLES, type Role } from '#contract/jobs.ts';

/** What a person may do and from which role on. */
export const RIGHTS: readonly { readonly what: string; readonly from: Role }[] = [
  { what: 'Read every view of the workspace', from: 'viewer' },
  { what: 'Ask the sizer', from: 'viewer' },
  { what: 'Open reports', from: 'viewer' },
  { what: 'Make tokens of one’s own', from: 'viewer' },
  { what: 'Submit, cancel and sweep', from: 'engineer' },
  { what: 'Add servers, configs and models', from: 'engineer' },
  { what: 'Make API keys of one’s own', from: 'engineer' },
  { what: 'Export results to the sizer', from: 'engineer' },
  { what: 'Add, change and remove members', from: 'admin' },
  { what: 'See and revoke everybody’s tokens and keys', from: 'admin' },
  { what: 'Make service clients', from: 'admin' },
  { what: 'Set quotas; switch, price and train the sizer', from: 'admin' },
  { what: 'Read the audit log', from: 'admin' },
  { what: 'Rename, hand over and delete the workspace', from: 'owner' },
];

/** The rights with, for each role, whether it has them. */
export function rightsMatrix(): readonly { what: string; has: Readonly<Record<Role, boolean>> }[] {
  return RIGHTS.map(({ what, from }) => ({
    what,
    has: Object.fromEntries(ROLES.map((role) => [role, roleAtLeast(role, from)])) as Record<Role, boolean>,
  }));
}
