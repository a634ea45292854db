import { useLocation } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { useState } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { reach } from '#src/components/ui/reach.ts';
import { useOpenedView } from './opened-view.ts';
import { viewText } from './search-state.ts';

const savedViewsMenu = late(() => import('./saved-views-menu.tsx'));

/** Views of a page kept under names: says which one is open and whether the page differs from it. */
export function SavedViewsButton({ viewKey, startsWanted }: { viewKey: string; startsWanted: boolean }) {
  const { orgId } = useWorkspace();
  const [opened] = useOpenedView(orgId, viewKey);
  const text = viewText(useLocation({ select: (location) => location.searchStr }));
  const [isWanted, setWanted] = useState(startsWanted);
  const menu = useLate(savedViewsMenu, isWanted);
  const change = opened !== null && opened.text !== text ? ', changed' : '';
  const button = (
    <Button
      variant="quiet"
      aria-haspopup="menu"
      aria-label={opened === null ? undefined : `Views: ${opened.name}${change}`}
      {...reach(savedViewsMenu.load)}
      onClick={() => setWanted(true)}
    >
      <Bookmark aria-hidden />
      {opened === null ? (
        'Views'
      ) : (
        <span className="max-w-40 truncate">
          {opened.name}
          <span className="text-ink-3">{change}</span>
        </span>
      )}
    </Button>
  );
  return menu === undefined || !isWanted ? (
    button
  ) : (
    <menu.SavedViewsMenu viewKey={viewKey} trigger={button} />
  );
}
