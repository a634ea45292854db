import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Toaster } from '#src/components/ui/toaster.tsx';

interface RouterContext {
  queryClient: QueryClient;
  /** Routes by full path, to tell which pages exist. */
  pages: () => object;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: () => (
    <>
      <Outlet />
      <Toaster />
    </>
  ),
});
