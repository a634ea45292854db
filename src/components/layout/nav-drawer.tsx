import { Drawer } from '#src/components/ui/drawer.tsx';
import { Brand } from './brand.tsx';
import { NavList } from './nav-list.tsx';

interface NavDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
}

/** The navigation on narrow screens. */
export function NavDrawer({ open, onOpenChange, onSignOut }: NavDrawerProps) {
  return (
    <Drawer side="left" open={open} onOpenChange={onOpenChange} title={<Brand />} className="w-64!">
      <div className="flex h-full flex-col p-2">
        <NavList onNavigate={() => onOpenChange(false)} onSignOut={onSignOut} />
      </div>
    </Drawer>
  );
}
