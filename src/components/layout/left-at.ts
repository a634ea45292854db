const keyOf = (path: string) => `yardstick.at.${path}`;

/** Remembers in this window the search part that the address of a page has, for the way back up to it. */
export function rememberSearch(path: string, search: string): void {
  try {
    sessionStorage.setItem(keyOf(path), search);
  } catch {
    // Full or forbidden: the way back leads to the page as it is at first.
  }
}

/** The search part that a page was left with. */
export function searchLeft(path: string): string {
  try {
    return sessionStorage.getItem(keyOf(path)) ?? '';
  } catch {
    return '';
  }
}
