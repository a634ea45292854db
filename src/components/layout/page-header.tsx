import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { FactsLine } from '#src/components/ui/facts-line.tsx';
import { ShareButton } from './share-button.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** One line under the title: counts, times, copyable ids. */
  facts?: readonly ReactNode[];
  actions?: ReactNode;
}

/** The page's title with its facts, and what can be done with it at the right. */
export function PageHeader({ title, facts = [], actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="break-words">{title}</h1>
        {facts.length > 0 && <FactsLine facts={facts} />}
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {actions}
        <ShareButton />
      </div>
    </div>
  );
}

/** The space of a page: header, filters, panels, 14 px apart. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={clsx('grid grid-cols-1 content-start gap-3.5 px-3 pt-4 pb-10 md:px-5', className)}>
      {children}
    </div>
  );
}
