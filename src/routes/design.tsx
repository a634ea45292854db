import { createFileRoute, notFound } from '@tanstack/react-router';
import { lazyPart } from '#src/components/ui/lazy-part.ts';

/** null in a build, of which neither the page nor what only it shows is then a part. */
const DesignPage =
  import.meta.env.DEV || import.meta.env.VITE_DESIGN === '1'
    ? lazyPart(
        () => import('#src/features/design/design-page.tsx'),
        (part) => part.DesignPage,
      )
    : null;

/** Every component in every state; in development, and in builds made with VITE_DESIGN=1. */
export const Route = createFileRoute('/design')({
  component: () => {
    if (DesignPage === null) throw notFound();
    return <DesignPage />;
  },
});
