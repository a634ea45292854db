import { isPartOf, NAV_ITEMS } from './nav-items.ts';

/**
 * Where a switch of workspace leads: the same page if only the workspace names it, else (the page shows one object
 * of the old workspace) the list it belongs to, else the start.
 */
export function pageInOtherWorkspace(fullPath: string, params: object): string {
  if (Object.keys(params).every((name) => name === 'orgId') && fullPath.startsWith('/w/$orgId/'))
    return fullPath;
  return NAV_ITEMS.find((item) => isPartOf(item, fullPath))?.path ?? '/w/$orgId';
}
