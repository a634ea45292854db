import { Keyboard, Menu, Search } from 'lucide-react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Kbd } from '#src/components/ui/kbd.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { Freshness } from './freshness.tsx';
import { ThemeButton } from './theme-button.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

interface TopBarProps {
  onOpenNav: () => void;
  onOpenPalette: () => void;
  onOpenKeys: () => void;
}

const quietButton =
  'hidden shrink-0 items-center gap-1.5 rounded px-1.5 py-1 whitespace-nowrap hover:bg-raised hover:text-ink md:inline-flex';

/** Where you are, how old the data is, and the ways to anything else. */
export function TopBar({ onOpenNav, onOpenPalette, onOpenKeys }: TopBarProps) {
  return (
    <header className="flex h-11 items-center gap-2 border-b border-line px-3 text-sm text-ink-3 md:px-5 print:hidden">
      <IconButton label="Pages" className="md:hidden" onClick={onOpenNav}>
        <Menu aria-hidden />
      </IconButton>
      <WorkspaceSwitcher />
      <Breadcrumb />
      <span className="flex-1" />
      <Freshness />
      <button type="button" className={quietButton} onClick={onOpenPalette}>
        Find <Kbd>Ctrl K</Kbd>
      </button>
      <button type="button" className={quietButton} onClick={onOpenKeys}>
        Keys <Kbd>?</Kbd>
      </button>
      <IconButton label="Find" className="md:hidden" onClick={onOpenPalette}>
        <Search aria-hidden />
      </IconButton>
      <IconButton label="Keys" className="hidden! sm:inline-grid! md:hidden!" onClick={onOpenKeys}>
        <Keyboard aria-hidden />
      </IconButton>
      <ThemeButton />
    </header>
  );
}
