import { cva, type VariantProps } from 'class-variance-authority';
import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export const badgeStyles = cva(
  'inline-flex items-center gap-1 whitespace-nowrap rounded-sm border border-transparent px-1.5 text-[11.5px] leading-4.5 [&_svg]:size-3 [&_svg]:shrink-0',
  {
    variants: {
      tone: {
        neutral: 'bg-raised text-ink-2',
        accent: 'bg-accent-soft text-accent',
        good: 'bg-good-soft text-good',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export function Badge({
  tone,
  className,
  ...props
}: ComponentProps<'span'> & VariantProps<typeof badgeStyles>) {
  return <span className={clsx(badgeStyles({ tone }), className)} {...props} />;
}
