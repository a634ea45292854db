import type { ComponentProps } from 'react';
import { assignableRoleSchema } from '#contract/rpc/organizations.ts';
import { Select } from '#src/components/ui/select.tsx';

const WORDS = {
  viewer: 'viewer: reads',
  engineer: 'engineer: reads and runs',
  admin: 'admin: and administers',
} as const;

/** The roles that an admin gives. */
export const ROLE_OPTIONS = assignableRoleSchema.options.map((value) => ({ value, label: WORDS[value] }));

type RoleSelectProps = Omit<ComponentProps<typeof Select>, 'options'>;

export function RoleSelect(props: RoleSelectProps) {
  return <Select {...props} options={ROLE_OPTIONS} />;
}
