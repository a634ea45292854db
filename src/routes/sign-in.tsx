import { createFileRoute, redirect } from '@tanstack/react-router';
import { api } from '#src/api/api.ts';
import { SignInPage } from '#src/features/sign-in/sign-in-page.tsx';
import { signInSearch } from '#src/features/sign-in/sign-in-search.ts';
import { safeReturn } from '#src/url/safe-return.ts';

export const Route = createFileRoute('/sign-in')({
  validateSearch: signInSearch.validate,
  loaderDeps: ({ search }) => signInSearch.read(search),
  // A one-time link is redeemed on arrival; a refused one is told above the form. Its token stands behind the #, which
  // no server, proxy or log on the way ever sees.
  loader: async ({ deps, context, location }) => {
    const token = new URLSearchParams(location.hash).get('token');
    const failure = token === null ? null : await redeem(token);
    if (token !== null && failure === null) {
      context.queryClient.clear();
      throw redirect({ href: safeReturn(deps.return), replace: true });
    }
    return { failure };
  },
  // A link opened in a tab that shows this page already changes only what stands behind the #.
  shouldReload: ({ location }) => new URLSearchParams(location.hash).has('token'),
  component: SignInRoute,
});

function SignInRoute() {
  const search = signInSearch.read(Route.useSearch());
  const { failure } = Route.useLoaderData();
  return <SignInPage returnTo={safeReturn(search.return)} linkFailure={failure} oidc={search.oidc} />;
}

/** Null when the link was good, else why it was not. */
async function redeem(token: string): Promise<unknown> {
  try {
    await api().signIn('/auth/link', { token });
    return null;
  } catch (error) {
    return error;
  }
}
