import './styles.css';
import './first-parts.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterFirstReads } from './api/after-first-reads.ts';
import { startApi } from './api/api.ts';
import { createQueryClient } from './api/query-client.ts';
import { setUpZod } from './api/zod-setup.ts';
import { askToSignIn } from './components/layout/lost-session.ts';
import { startTheme } from './components/layout/theme.ts';
import { createRouter, prepareForErrors } from './router.tsx';

/** What tells of failures comes while the connection is good, when the page is read. */
const ERRORS_AFTER_MS = 3000;

/** Composition root of the SPA: client, cache, router. */
async function start(): Promise<void> {
  setUpZod();
  startTheme();
  const queryClient = createQueryClient();
  const router = createRouter(queryClient);
  fetchPage(router);
  await startApi({
    onSignedOut: () => {
      const overThePage = askToSignIn();
      if (overThePage !== null) return overThePage;
      const { href, pathname } = router.state.location;
      if (pathname === '/sign-in') return;
      void router
        .navigate({ to: '/sign-in', search: { return: href }, replace: true })
        .then(() => queryClient.clear());
    },
  });
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // As a transition, so that a page whose data have come already is drawn in slices, not in one long task.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
  afterFirstReads(queryClient, ERRORS_AFTER_MS, prepareForErrors);
}

/** The code of the page comes while the session is asked for, not after it. */
function fetchPage(router: ReturnType<typeof createRouter>): void {
  const [routes] = router.getMatchedRoutes(window.location.pathname);
  // The router fetches it again, and tells of what fails.
  for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined);
}

// In a task of its own: reading the code that came is a long one already.
setTimeout(() => void start());
