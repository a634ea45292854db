/** Where a window keeps which saved view it opened last on a page. */
export const openedKey = (orgId: string, viewKey: string): string => `yardstick.view.${orgId}.${viewKey}`;
