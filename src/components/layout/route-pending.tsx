import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { MainLandmark } from './main-landmark.tsx';
import { Page } from './page-header.tsx';

/** What a route shows while it reads: the shape of a page, so that nothing moves much. */
export function RoutePending() {
  return (
    <MainLandmark>
      <Page>
        <h1 className="sr-only">Reading this page</h1>
        <div role="status" aria-label="Reading" className="grid grid-cols-1 gap-2">
          <Skeleton className="h-6.5! w-64 max-w-full" />
          <Skeleton className="w-96 max-w-full" />
          <Skeleton className="mt-4 h-48!" />
        </div>
      </Page>
    </MainLandmark>
  );
}
