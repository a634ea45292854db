import { Button } from '#src/components/ui/button.tsx';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { Brand } from './brand.tsx';
import { useFreshness, ZONE } from './freshness.tsx';
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
        <WhenRead />
      </div>
    </Drawer>
  );
}

/** What the bar above a wide page says: how old its data is, and the zone of its times. */
function WhenRead() {
  const [at, isStale, isFetching, readAgain] = useFreshness();
  return (
    <div className="mt-2 flex items-center gap-2 border-t border-line pt-2 pl-2 text-xs text-ink-3">
      <div className="min-w-0 flex-1">
        {at < Infinity && (
          <p className={isStale ? 'text-warn' : ''}>
            {isStale && 'out of date, '}read <RelativeTime at={at} />
          </p>
        )}
        <p className="break-words">times in {ZONE}</p>
      </div>
      {at < Infinity && (
        <Button disabled={isFetching} onClick={readAgain}>
          Read again
        </Button>
      )}
    </div>
  );
}
