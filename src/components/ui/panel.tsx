import { clsx } from 'clsx';
import { useId, type ComponentProps, type ReactNode } from 'react';

interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Units, scope, direction: what stands quietly beside the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** Space inside; off for tables and charts that go to the edge. */
  padded?: boolean;
}

/** A bordered part of a page: hairlines, no shadow. */
export function Panel({ title, note, actions, padded = false, className, children, ...props }: PanelProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={clsx('min-w-0 rounded border border-line bg-surface', className)}
      {...props}
    >
      {title !== undefined && (
        <header className="flex min-h-9.5 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-1">
          <h2 id={titleId}>{title}</h2>
          {note !== undefined && <small className="text-xs text-ink-3">{note}</small>}
          {actions !== undefined && (
            <div className="ml-auto flex flex-wrap items-center gap-1">{actions}</div>
          )}
        </header>
      )}
      {padded ? <div className="p-3">{children}</div> : children}
    </section>
  );
}
