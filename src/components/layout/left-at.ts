/** Remembers in this window the search part that the address of a page has, for the breadcrumb's way back up to it. */
export function rememberSearch({ pathname, search }: { pathname: string; search: string }): void {
  try {
    sessionStorage.setItem(`at ${pathname}`, search);
  } catch {
    // Full or forbidden: the way back leads to the page as it is at first.
  }
}
