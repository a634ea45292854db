import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import type { EstimateOutline } from '#src/api/estimate-queries.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { addressOfView } from '#src/components/saved-views/pages-of-views.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { quickComparisons } from './quick-comparisons.ts';

interface QuickPanelProps {
  estimates: readonly EstimateOutline[];
  /** Shared views that admins put here. */
  pinned: { data: readonly SavedView[] | undefined; isError: boolean };
}

/** The page that a view opens then knows its name; without it, it opens all the same. */
const remember = (orgId: string, view: SavedView): Promise<void> =>
  import('#src/components/saved-views/opened-view.ts').then(
    (part) => part.rememberOpened(orgId, view),
    () => undefined,
  );

interface Entry {
  readonly key: string;
  readonly path: string;
  readonly search: object;
  readonly title: string;
  readonly detail: string;
  readonly view?: SavedView;
}

/** Views that admins put here, and ready comparisons of what was measured; nothing where there is neither. */
export function QuickPanel({ estimates, pinned }: QuickPanelProps) {
  const { orgId } = useWorkspace();
  const found = useMemo(
    () =>
      quickComparisons(estimates, orgId).map(({ page, ...one }): Entry => ({
        key: one.title,
        path: `/w/$orgId/${page}`,
        ...one,
      })),
    [estimates, orgId],
  );
  const chosen = (pinned.data ?? []).flatMap((view): Entry[] => {
    const page = addressOfView(view);
    if (page === null) return [];
    const detail = `${page.label}, chosen by your admins`;
    return [
      {
        key: view.saved_view_id,
        title: view.view_name,
        detail,
        path: page.path,
        search: page.search,
        view,
      },
    ];
  });
  const entries = [...chosen, ...found];
  if (entries.length === 0 && !pinned.isError) return null;
  return (
    <Panel
      title="Quick comparisons"
      note={
        pinned.isError
          ? 'the views chosen by your admins could not be read'
          : found.length > 0
            ? 'the richest that the results allow, your own first, simulated left out'
            : undefined
      }
    >
      <ul className="grid grid-cols-1 gap-px bg-line sm:grid-cols-2 xl:grid-cols-4">
        {entries.map(({ key, path, search, title, detail, view }) => (
          <li key={key} className="min-w-0 bg-surface">
            <Link
              to={path as '/w/$orgId/compare'}
              params={{ orgId }}
              search={search as never}
              onClick={view && (() => void remember(orgId, view))}
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
