import { useMatches, useNavigate } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { pageInOtherWorkspace } from './other-workspace.ts';
import { useWorkspace } from './use-workspace.ts';
import { workspaceTriggerStyles } from './workspace-trigger-styles.ts';

/** Opens at once: its module is loaded by the press that asks for it. */
export function WorkspaceMenu() {
  const { orgId, membership, user } = useWorkspace();
  const navigate = useNavigate();
  const leaf = useMatches().at(-1);
  const switchTo = (other: string) => {
    const path = pageInOtherWorkspace(leaf?.fullPath ?? '', leaf?.params ?? {});
    void navigate({
      // One of the routes that exist, which the type of a list cannot say.
      to: path as '/w/$orgId/profile',
      params: { orgId: other },
      search: path === leaf?.fullPath ? (before: unknown) => before as never : {},
    });
  };
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger
        className={workspaceTriggerStyles}
        aria-label={`Workspace: ${membership.org_name}`}
      >
        <span className="truncate">{membership.org_name}</span>
        <ChevronsUpDown aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>Workspaces</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={orgId} onValueChange={switchTo}>
          {user.memberships.map((one) => (
            <DropdownMenuRadioItem key={one.org_id} value={one.org_id}>
              {one.org_name}
              <span className="text-xs text-ink-3">{one.is_reference ? 'reference' : one.role}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
