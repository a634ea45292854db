import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Estimate } from '#src/components/results/deployments.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { quickComparisons } from './quick-comparisons.ts';

/** Ready comparisons of what was measured; nothing where there is none yet. */
export function QuickPanel({ estimates }: { estimates: readonly Estimate[] }) {
  const { orgId } = useWorkspace();
  const found = useMemo(() => quickComparisons(estimates, orgId), [estimates, orgId]);
  if (found.length === 0) return null;
  return (
    <Panel
      title="Quick comparisons"
      note="the richest that the results allow, your own first, simulated left out"
    >
      <ul className="grid gap-px bg-line sm:grid-cols-2 xl:grid-cols-4">
        {found.map(({ page, search, title, detail }) => (
          <li key={title} className="min-w-0 bg-surface">
            <Link
              to={page === 'compare' ? '/w/$orgId/compare' : '/w/$orgId/leaderboard'}
              params={{ orgId }}
              search={search as never}
              className="block h-full px-3 py-2 no-underline hover:bg-raised"
            >
              <span className="block truncate text-sm font-medium text-ink">{title}</span>
              <span className="block text-xs text-ink-3">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
