import { clsx } from 'clsx';

/** Keeps the place of what is being read; give it the size of the content so that nothing moves. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx('block h-4 rounded-sm bg-raised animate-wait', className)} />;
}
