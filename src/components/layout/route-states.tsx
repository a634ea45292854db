import { Link, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Page } from './page-header.tsx';

/** What a route shows when its loader or page fails; the shell stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Page>
      <h1 className="sr-only">This page could not be shown</h1>
      <ErrorState
        error={error}
        onRetry={() => {
          reset();
          void router.invalidate();
        }}
      />
    </Page>
  );
}

/** What an address without a page shows. */
export function RouteNotFound() {
  return (
    <Page>
      <h1>Not found</h1>
      <EmptyState
        title="There is nothing at this address"
        actions={
          <Link to="/" className={buttonStyles()}>
            Go to the start
          </Link>
        }
      >
        It may have been removed, or it belongs to a workspace you are not a member of.
      </EmptyState>
    </Page>
  );
}
