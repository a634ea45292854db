import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** A short explanation on hover and focus. `children` is one element that can take focus. */
export function Tooltip({
  text,
  children,
  side = 'top',
}: {
  text: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={4}
            collisionPadding={8}
            className="z-50 max-w-80 rounded border border-line-strong bg-surface px-2 py-1 text-xs text-ink shadow-overlay animate-appear"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
