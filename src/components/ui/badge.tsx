import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

const TONES = {
  neutral: 'bg-raised text-ink-2',
  accent: 'bg-accent-soft text-accent',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
};

export type Tone = keyof typeof TONES;

export function Badge({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<'span'> & { tone?: Tone | undefined }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-sm border border-transparent px-1.5 text-[11.5px] leading-4.5 [&_svg]:size-3 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
      {...props}
    />
  );
}
