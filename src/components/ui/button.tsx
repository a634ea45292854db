import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';

const VARIANTS = {
  default: 'border-line-strong bg-surface text-ink hover:bg-raised',
  primary: 'border-accent bg-accent text-on-accent hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-raised hover:text-ink',
  danger: 'border-bad bg-surface text-bad hover:bg-bad-soft',
};

interface ButtonLook {
  variant?: keyof typeof VARIANTS | undefined;
}

/** The look of a button, for links. */
export const buttonStyles = ({ variant = 'default' }: ButtonLook = {}): string =>
  `inline-flex min-h-7 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded border px-2.5 text-sm font-medium transition-colors disabled:opacity-55 aria-disabled:opacity-55 pointer-coarse:min-h-9 [&_svg]:size-3.5 [&_svg]:shrink-0 ${VARIANTS[variant]}`;

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a turning mark and refuses presses, without moving anything or losing focus. */
  busy?: boolean;
}

export function Button({ variant, busy = false, className, children, onClick, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={clsx(buttonStyles({ variant }), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
