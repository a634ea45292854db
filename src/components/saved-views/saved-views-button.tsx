import { useLocation } from '@tanstack/react-router';
import { Bookmark } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useOpenedView } from './opened-view.ts';
import { viewText } from './search-state.ts';

const loadMenu = () => import('./saved-views-menu.tsx');
const SavedViewsMenu = lazy(async () => ({ default: (await loadMenu()).SavedViewsMenu }));

/** Views of a page kept under names: says which one is open and whether the page differs from it. */
export function SavedViewsButton({ viewKey }: { viewKey: string }) {
  const { orgId } = useWorkspace();
  const [opened] = useOpenedView(orgId, viewKey);
  const text = viewText(useLocation({ select: (location) => location.searchStr }));
  const [wanted, setWanted] = useState(false);
  const isChanged = opened !== null && opened.text !== text;
  const face = (
    <>
      <Bookmark aria-hidden />
      {opened === null ? (
        'Views'
      ) : (
        <span className="max-w-40 truncate">
          {opened.name}
          {isChanged && <span className="text-ink-3">, changed</span>}
        </span>
      )}
    </>
  );
  const label = opened === null ? 'Views' : `Views: ${opened.name}${isChanged ? ', changed' : ''}`;
  const button = (
    <Button
      variant="quiet"
      aria-haspopup="menu"
      aria-label={label}
      onPointerEnter={() => void loadMenu()}
      onFocus={() => void loadMenu()}
      onClick={() => setWanted(true)}
    >
      {face}
    </Button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <SavedViewsMenu viewKey={viewKey} text={text} label={label} face={face} />
    </Suspense>
  );
}
