import { ChevronsUpDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { reach } from '#src/components/ui/reach.ts';
import { useWorkspace } from './use-workspace.ts';
import { workspaceTriggerStyles } from './workspace-trigger-styles.ts';

const WorkspaceMenu = lazyPart(
  () => import('./workspace-menu.tsx'),
  (part) => part.WorkspaceMenu,
);

/** The workspace's name; with several, a menu that keeps the page. The menu is loaded when it is about to be used. */
export function WorkspaceSwitcher() {
  const { membership, user } = useWorkspace();
  const [menuWanted, setMenuWanted] = useState(false);
  if (user.memberships.length < 2)
    return <span className="max-w-48 truncate text-ink-2">{membership.org_name}</span>;
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`Workspace: ${membership.org_name}`}
      className={workspaceTriggerStyles}
      {...reach(WorkspaceMenu.load)}
      onClick={() => setMenuWanted(true)}
    >
      <span className="truncate">{membership.org_name}</span>
      <ChevronsUpDown aria-hidden />
    </button>
  );
  if (!menuWanted) return button;
  return (
    <Suspense fallback={button}>
      <WorkspaceMenu />
    </Suspense>
  );
}
