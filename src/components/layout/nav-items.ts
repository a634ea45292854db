export interface NavItem {
  readonly label: string;
  /** The letter after `g` that goes there; each once. */
  readonly key: string;
  /** Full path of the route file. The item is shown once that route exists, and not before. */
  readonly path: string;
  /** Heading above the item and those after it. */
  readonly group: string | undefined;
  /** Starts of the full paths of pages that belong to it: below its own path, or elsewhere. */
  readonly holds: readonly string[];
}

const ROOT = '/w/$orgId/';

/** A page whose address is its label in small letters. `alsoHolds` are first parts of addresses. */
function item(label: string, key: string, group?: string, ...alsoHolds: readonly string[]): NavItem {
  const page = label.toLowerCase();
  return {
    label,
    key,
    path: ROOT + page,
    group,
    holds: [page, ...alsoHolds].map((part) => `${ROOT}${part}/`),
  };
}

/** All pages in the order of the navigation. More words that the palette finds them by stand in `nav-words.ts`. */
export const NAV_ITEMS: readonly NavItem[] = [
  item('Overview', 'o'),
  item('Projects', 'p', undefined, 'runs', 'jobs'),
  item('Submit', 's'),
  item('Leaderboard', 'l', 'Results'),
  item('Compare', 'c', 'Results'),
  item('Cost', 'm', 'Results'),
  item('Telemetry', 't', 'Results'),
  item('KYAI', 'k', 'Results'),
  item('Sizer', 'z', 'Hardware'),
  item('Servers', 'v', 'Hardware'),
  item('Cloud', 'd', 'Hardware'),
  item('Reports', 'r', 'Workspace'),
  item('Import', 'i', 'Workspace'),
  item('Profile', 'u', 'Workspace'),
  item('Admin', 'a', 'Workspace'),
  item('API', 'e', 'Workspace'),
];

/** The items whose routes exist. */
export function existingPages(routesByPath: object): NavItem[] {
  return NAV_ITEMS.filter((one) => one.path in routesByPath);
}

/** Whether a page belongs to an item: it stands below it, or the item holds it. */
export function isPartOf({ holds }: NavItem, fullPath: string): boolean {
  return holds.some((start) => fullPath.startsWith(start));
}
