import { Link, useMatches, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ApiError } from '#src/api/api-error.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { MainLandmark } from './main-landmark.tsx';
import { Page } from './page-header.tsx';

/** What a route shows when its loader or page fails; the shell stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const name = useMatches({ select: (matches) => matches.at(-1)?.staticData.crumb });
  useAfterLimit(error, () => {
    reset();
    void router.invalidate();
  });
  return (
    <MainLandmark>
      <Page>
        <h1>{name ?? 'This page could not be shown'}</h1>
        <ErrorState
          error={error}
          title={error instanceof ApiError ? 'This page could not be read' : undefined}
          onRetry={() => {
            reset();
            void router.invalidate();
          }}
        />
      </Page>
    </MainLandmark>
  );
}

/** Does it once the limit that refused a read has passed: a loader's read is shown by nobody who would read again. */
function useAfterLimit(error: unknown, again: () => void): void {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  useEffect(() => {
    if (!(error instanceof ApiError) || error.status !== 429) return;
    const timer = setTimeout(() => latest.current(), (error.retryAfterS ?? 1) * 1000 + 250);
    return () => clearTimeout(timer);
  }, [error]);
}

/** What an address without a page shows. */
export function RouteNotFound() {
  return (
    <MainLandmark>
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
    </MainLandmark>
  );
}
