import type { SavedView } from '#contract/views/v-saved-views.ts';

interface PageOfViews {
  readonly path: string;
  readonly label: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** Pages of saved views that need no object to stand on. */
const PAGES_OF_VIEWS: Readonly<Record<string, PageOfViews>> = {
  projects: { path: '/w/$orgId/projects', label: 'Projects' },
  leaderboard: { path: '/w/$orgId/leaderboard', label: 'Leaderboard' },
  cost: { path: '/w/$orgId/cost', label: 'Cost' },
  compare: { path: '/w/$orgId/compare', label: 'Compare' },
  telemetry: { path: '/w/$orgId/telemetry', label: 'Telemetry' },
  servers: { path: '/w/$orgId/servers', label: 'Servers' },
  audit: { path: '/w/$orgId/admin', label: 'Audit log', search: { tab: 'audit' } },
};

/** Where a saved view is opened from anywhere; null where its page needs an object that the view does not name. */
export function addressOfView({
  view_key: key,
  search_text: text,
}: Pick<SavedView, 'view_key' | 'search_text'>): {
  path: string;
  label: string;
  search: Record<string, string>;
} | null {
  const page = PAGES_OF_VIEWS[key];
  if (page === undefined) return null;
  return {
    path: page.path,
    label: page.label,
    search: { ...page.search, ...Object.fromEntries(new URLSearchParams(text)) },
  };
}
