import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export const tabListStyles = 'flex gap-4 overflow-x-auto border-b border-line';
export const tabStyles =
  '-mb-px whitespace-nowrap border-b-2 border-transparent px-0.5 py-1.5 text-sm text-ink-2 no-underline hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink';

interface LinkTab {
  label: ReactNode;
  /** The search parameters of this tab; see `SearchDefinition.write`. */
  search: Record<string, string | undefined>;
  active: boolean;
}

/** On a phone not all tabs fit: the open one begins in the middle, and the page stays where it is. */
const bringIntoSight = (tab: HTMLElement | null): void => {
  tab?.parentElement?.scrollTo(tab.offsetLeft - innerWidth / 2, 0);
};

/** Tabs of a page: links to the same page with other search parameters, so back, reload and sharing work. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  return (
    <nav aria-label={label} className={tabListStyles}>
      {tabs.map((tab, index) => (
        <Link
          key={index}
          ref={tab.active ? bringIntoSight : undefined}
          to="."
          search={tab.search as never}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={tab.active ? 'page' : undefined}
          className={tabStyles}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
