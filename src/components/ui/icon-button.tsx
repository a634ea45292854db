import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title'> {
  /** What it does; read out, and shown on hover. */
  label: string;
}

/** A button that is only an icon, 28 px (36 px on touch). */
export function IconButton({ label, className, type = 'button', ...props }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        'inline-grid size-7 shrink-0 place-items-center rounded text-ink-3 transition-colors hover:bg-raised hover:text-ink disabled:opacity-50 pointer-coarse:size-9 [&_svg]:size-4',
        className,
      )}
      {...props}
    />
  );
}
