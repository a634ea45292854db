import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { scrimStyles } from './overlay-styles.ts';
import { useReturnFocus } from './use-return-focus.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children: ReactNode;
  side?: 'left' | 'right';
  className?: string;
}

/** Detail beside the page it belongs to; give it its own URL (`useViewSearch` with `push`). */
export function Drawer({ open, onOpenChange, title, children, side = 'right', className }: DrawerProps) {
  const focus = useReturnFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimStyles} />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className={clsx(
            'fixed inset-y-0 z-50 grid w-[min(560px,calc(100vw-48px))] grid-rows-[auto_minmax(0,1fr)] border-line-strong bg-surface shadow-overlay animate-appear',
            side === 'right' ? 'right-0 border-l' : 'left-0 border-r',
            className,
          )}
        >
          <header className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
            <Radix.Title className="min-w-0 flex-1 truncate text-base font-semibold">{title}</Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="overflow-y-auto">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
