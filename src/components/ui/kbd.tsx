import type { ComponentProps } from 'react';

/** A key, as drawn on a keyboard. */
export function Kbd(props: ComponentProps<'kbd'>) {
  return (
    <kbd className="rounded-sm border border-line-strong px-1 font-mono text-2xs text-ink-2" {...props} />
  );
}
