import { clsx } from 'clsx';
import { Switch as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

/** On or off, at once; in a form that is sent later use `Checkbox`. */
export function Switch({ className, ...props }: ComponentProps<typeof Radix.Root>) {
  return (
    <Radix.Root
      className={clsx(
        'relative inline-flex h-4.5 w-8 shrink-0 items-center rounded-full border border-line-strong bg-raised transition-colors before:absolute before:-inset-1 disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent',
        className,
      )}
      {...props}
    >
      <Radix.Thumb className="block size-3.5 translate-x-px rounded-full bg-ink-3 transition-transform data-[state=checked]:translate-x-3.75 data-[state=checked]:bg-on-accent" />
    </Radix.Root>
  );
}
