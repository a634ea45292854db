import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: ReactNode;
  /** What would be here and what to do to get it. */
  children?: ReactNode;
  /** The way to do it. */
  actions?: ReactNode;
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid justify-items-start gap-2 px-4 py-8">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="max-w-prose text-sm text-ink-2">{children}</div>}
      {actions !== undefined && <div className="mt-1 flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
