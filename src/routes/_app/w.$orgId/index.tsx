import { createFileRoute, redirect } from '@tanstack/react-router';
import { existingPages } from '#src/components/layout/nav-items.ts';

/** The start of a workspace is the first page of the navigation; Projects until there is an overview. */
export const Route = createFileRoute('/_app/w/$orgId/')({
  beforeLoad: ({ context, params }) => {
    const first = existingPages(context.pages())[0];
    throw redirect({
      to: (first?.path ?? '/w/$orgId/profile') as '/w/$orgId/profile',
      params,
      replace: true,
    });
  },
});
