import type { QueryClient } from '@tanstack/react-query';
import { createRouter as createTanStackRouter, lazyRouteComponent } from '@tanstack/react-router';
import { BeforeFirstPage } from '#src/components/layout/before-first-page.tsx';
import { RoutePending } from '#src/components/layout/route-pending.tsx';
import { prepareErrorState } from '#src/components/ui/error-state.tsx';
import { routeTree } from './route-tree.gen.ts';
import { parseSearchText, stringifySearchText } from './url/search-text.ts';

const loadRouteStates = () => import('#src/components/layout/route-states.tsx');

/** The router of the application; also in tests, with a memory history. */
export function createRouter(queryClient: QueryClient) {
  const router: AppRouter = createTanStackRouter({
    routeTree,
    // `routesByPath` is read when a route asks, after the router exists.
    context: { queryClient, pages: () => router.routesByPath },
    parseSearch: parseSearchText,
    stringifySearch: stringifySearchText,
    defaultPreload: 'intent',
    // Freshness is the query cache's business.
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 200,
    defaultPendingComponent: RoutePending,
    InnerWrap: BeforeFirstPage,
    defaultErrorComponent: lazyRouteComponent(loadRouteStates, 'RouteError'),
    defaultNotFoundComponent: lazyRouteComponent(loadRouteStates, 'RouteNotFound'),
    scrollRestoration: true,
  });
  return router;
}

/** Fetches what tells of errors while the connection is good. Called when the page is idle. */
export function prepareForErrors(): void {
  void Promise.all([
    loadRouteStates(),
    prepareErrorState(),
    import('#src/components/ui/toast-late.ts'),
    import('./part-gone.ts'),
  ]).catch(() => undefined);
}

type AppRouter = ReturnType<typeof createTanStackRouter<typeof routeTree, 'never', true>>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
