import type { AnyRouter } from '@tanstack/react-router';

/** Outside a router, as in a test or a report, there is none. */
type Router = Pick<AnyRouter, 'navigate'> | null | undefined;

/** Opens what a point stands for: in this tab through the router, or beside it as a browser's link does. */
export function openPoint(router: Router, href: string, isNewTab: boolean): void {
  if (isNewTab || router == null) window.open(href, isNewTab ? '_blank' : '_self', 'noopener');
  else void router.navigate({ href });
}
