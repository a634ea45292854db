import type { OrganizationMember } from '#contract/rpc/organization-members.ts';
import { textColumn, timeColumn, type DataColumn } from '#src/components/table/data-columns.tsx';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button } from '#src/components/ui/button.tsx';

interface MemberColumnsInput {
  /** The caller's own account. */
  accountId: string;
  isAdmin: boolean;
  isOwner: boolean;
  onChange: (member: OrganizationMember) => void;
}

/** Whether the caller may change this member: admins all but owners, owners everybody; not oneself, so nobody locks himself out by a slip. */
export function mayChange(
  member: OrganizationMember,
  { accountId, isAdmin, isOwner }: Omit<MemberColumnsInput, 'onChange'>,
): boolean {
  return isAdmin && member.account_id !== accountId && (member.role !== 'owner' || isOwner);
}

const kindOf = (member: OrganizationMember): string =>
  member.is_disabled ? 'disabled' : member.is_service ? 'service' : 'person';

export function memberColumns(input: MemberColumnsInput): readonly DataColumn<OrganizationMember>[] {
  return [
    textColumn('display_name', 'Name', (member) => member.display_name, {
      width: 200,
      cell: (member) => (
        <span title={member.display_name}>
          {member.display_name}
          {member.account_id === input.accountId && <span className="ml-1.5 text-ink-3">you</span>}
        </span>
      ),
    }),
    textColumn('email', 'E-mail', (member) => member.email, { width: 240 }),
    textColumn('role', 'Role', (member) => member.role, { width: 110 }),
    textColumn('kind', 'Account', kindOf, {
      width: 110,
      cell: (member) => (
        <Badge tone={member.is_disabled ? 'bad' : member.is_service ? 'accent' : 'neutral'}>
          {kindOf(member)}
        </Badge>
      ),
    }),
    timeColumn('member_since', 'Member since', (member) => member.member_since),
    textColumn('actions', 'Action', () => null, {
      width: 100,
      sortable: false,
      cell: (member) =>
        mayChange(member, input) ? (
          <Button
            variant="quiet"
            className="-mx-2.5"
            aria-label={`Change ${member.display_name}`}
            onClick={() => input.onChange(member)}
          >
            Change
          </Button>
        ) : null,
    }),
  ];
}
