import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { api } from '#src/api/api.ts';
import { userContextQuery } from '#src/api/user-queries.ts';
import { signInSearch } from '#src/features/sign-in/sign-in-search.ts';

/** Everything below needs a signed-in person; who it is stands in the context. */
export const Route = createFileRoute('/_app')({
  codeSplitGroupings: [],
  beforeLoad: async ({ context, location }) => {
    if ((await api().session.token()) === null) {
      throw redirect({ to: '/sign-in', search: signInSearch.write({ return: location.href }) });
    }
    const user = await context.queryClient.query({ ...userContextQuery, staleTime: 'static' });
    return { user };
  },
  // A wait that is shown here would stay until the page has read everything; see BeforeFirstPage.
  pendingMs: Infinity,
  component: Outlet,
});
