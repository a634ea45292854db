import { clsx } from 'clsx';

/** The HTTP method as a word of one width; what changes something stands out. */
export function MethodTag({ method }: { method: string }) {
  return (
    <span
      className={clsx(
        'w-12 shrink-0 font-mono text-[11px] font-medium uppercase',
        method === 'get' ? 'text-ink-3' : method === 'delete' ? 'text-bad' : 'text-accent',
      )}
    >
      {method}
    </span>
  );
}
