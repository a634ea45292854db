import { Bookmark } from 'lucide-react';
import { use, useState } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { reach } from '#src/components/ui/reach.ts';
import { openedKey } from './opened-key.ts';

const button = late(() => import('./saved-views-button.tsx'));
const menu = late(() => import('./saved-views-menu.tsx'));
const loadBoth = () => Promise.all([button.load(), menu.load()]);

/** A plain button while no saved view is open, whose name the real one says. */
export function SavedViewsPlace({ viewKey }: { viewKey: string }) {
  const { orgId } = useWorkspace();
  const [isWanted, setWanted] = useState(false);
  const reached = useLate(button, isWanted);
  const [isOpened, setOpened] = useState(false);
  // Once it is there it stays: its menu has the focus while the usual view is chosen again.
  if (!isOpened && sessionStorage.getItem(openedKey(orgId, viewKey)) !== null) setOpened(true);
  // A name is as wide as it is: the page waits for it, so that nothing moves.
  const part = reached ?? (isOpened ? use(button.loadToDraw()) : undefined);
  if (part !== undefined && (isWanted || isOpened))
    return <part.SavedViewsButton viewKey={viewKey} startsWanted={isWanted} />;
  return (
    <Button variant="quiet" aria-haspopup="menu" {...reach(loadBoth)} onClick={() => setWanted(true)}>
      <Bookmark aria-hidden />
      Views
    </Button>
  );
}
