export interface NavItem {
  label: string;
  /** The letter after `g` that goes there; each once. */
  key: string;
  /** Full path of the route file. The item is shown once that route exists, and not before. */
  path: string;
  /** Heading above the item and those after it. */
  group?: string;
  /** More words the command palette finds it by. */
  keywords?: string;
  /** Starts of the full paths of pages that belong to it but are not below its path. */
  holds?: readonly string[];
}

/** All pages in the order of the navigation. */
export const NAV_ITEMS: readonly NavItem[] = [
  { label: 'Overview', key: 'o', path: '/w/$orgId/overview', keywords: 'home start' },
  {
    label: 'Projects',
    key: 'p',
    path: '/w/$orgId/projects',
    keywords: 'runs jobs',
    holds: ['/w/$orgId/runs/', '/w/$orgId/jobs/'],
  },
  { label: 'Submit', key: 's', path: '/w/$orgId/submit', keywords: 'new job benchmark sweep' },
  {
    label: 'Leaderboard',
    key: 'l',
    path: '/w/$orgId/leaderboard',
    group: 'Results',
    keywords: 'ranking best',
  },
  {
    label: 'Compare',
    key: 'c',
    path: '/w/$orgId/compare',
    group: 'Results',
    keywords: 'difference scaling quantization cost',
  },
  {
    label: 'Cost',
    key: 'm',
    path: '/w/$orgId/cost',
    group: 'Results',
    keywords: 'price money tokens break-even',
  },
  {
    label: 'Telemetry',
    key: 't',
    path: '/w/$orgId/telemetry',
    group: 'Results',
    keywords: 'gpu power temperature',
  },
  { label: 'KYAI', key: 'k', path: '/w/$orgId/kyai', group: 'Results', keywords: 'evaluation judge quality' },
  { label: 'Sizer', key: 'z', path: '/w/$orgId/sizer', group: 'Hardware', keywords: 'sizing capacity plan' },
  {
    label: 'Servers',
    key: 'v',
    path: '/w/$orgId/servers',
    group: 'Hardware',
    keywords: 'worker heartbeat config',
  },
  { label: 'Cloud', key: 'd', path: '/w/$orgId/cloud', group: 'Hardware', keywords: 'provision execution' },
  {
    label: 'Reports',
    key: 'r',
    path: '/w/$orgId/reports',
    group: 'Workspace',
    keywords: 'pdf xlsx document',
  },
  { label: 'Import', key: 'i', path: '/w/$orgId/import', group: 'Workspace', keywords: 'file upload' },
  {
    label: 'Profile',
    key: 'u',
    path: '/w/$orgId/profile',
    group: 'Workspace',
    keywords: 'account password token key',
  },
  { label: 'Admin', key: 'a', path: '/w/$orgId/admin', group: 'Workspace', keywords: 'members quota audit' },
  { label: 'API', key: 'e', path: '/w/$orgId/api', group: 'Workspace', keywords: 'openapi reference' },
];

/** The items whose routes exist. */
export function existingPages(routesByPath: object): NavItem[] {
  return NAV_ITEMS.filter((item) => item.path in routesByPath);
}

/**
 * Where a switch of workspace leads: the same page if only the workspace names it, else (the page shows one object
 * of the old workspace) the list it belongs to, else the start.
 */
export function pageInOtherWorkspace(fullPath: string, params: object): string {
  if (Object.keys(params).every((name) => name === 'orgId') && fullPath.startsWith('/w/$orgId/'))
    return fullPath;
  return NAV_ITEMS.find((item) => isPartOf(item, fullPath))?.path ?? '/w/$orgId';
}

/** Whether a page belongs to an item: it stands below it, or the item holds it. */
export function isPartOf(item: NavItem, fullPath: string): boolean {
  return [`${item.path}/`, ...(item.holds ?? [])].some((start) => fullPath.startsWith(start));
}
