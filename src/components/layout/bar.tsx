import type { ReactNode } from 'react';

interface BarProps {
  icon: ReactNode;
  children: ReactNode;
  actions?: ReactNode;
}

/** One line across the page about the page itself: connection, session, version. */
export function Bar({ icon, children, actions }: BarProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-warn-soft px-3 py-1.5 text-sm text-warn md:px-5 print:hidden">
      <p className="flex min-w-0 flex-1 items-center gap-2 [&_svg]:size-4 [&_svg]:shrink-0">
        {icon}
        <span>{children}</span>
      </p>
      {actions !== undefined && <span className="flex items-center gap-2">{actions}</span>}
    </div>
  );
}
