import { Menu, Search } from 'lucide-react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import type { Overlay } from './overlay.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { Freshness } from './freshness.tsx';
import { ThemeButton } from './theme-button.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

const quietButton =
  'hidden shrink-0 items-center gap-1.5 rounded px-1.5 py-1 whitespace-nowrap hover:bg-raised hover:text-ink md:inline-flex';

/** Where you are, how old the data is, and the ways to anything else. */
export function TopBar({ onOpen }: { onOpen: (overlay: Overlay) => void }) {
  const openNav = () => onOpen('nav');
  const openPalette = () => onOpen('palette');
  const openKeys = () => onOpen('keys');
  return (
    <header className="flex h-11 items-center gap-2 border-b border-line px-3 text-sm text-ink-3 md:px-5 print:hidden">
      <IconButton label="Pages" className="md:hidden" onClick={openNav}>
        <Menu aria-hidden />
      </IconButton>
      <WorkspaceSwitcher />
      <Breadcrumb />
      <Freshness />
      <button type="button" className={quietButton} onClick={openPalette}>
        Find <Kbd>Ctrl K</Kbd>
      </button>
      <button type="button" className={quietButton} onClick={openKeys}>
        Keys <Kbd>?</Kbd>
      </button>
      <IconButton label="Find" className="md:hidden" onClick={openPalette}>
        <Search aria-hidden />
      </IconButton>
      <IconButton label="Keys" className="hidden! sm:inline-grid! md:hidden!" onClick={openKeys}>
        ?
      </IconButton>
      <ThemeButton />
    </header>
  );
}
