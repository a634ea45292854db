import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Skeleton } from '#src/components/ui/skeleton.tsx';

interface ReadPartProps {
  /** What the part is drawn from. */
  queries: readonly UseQueryResult[];
  /** Title of a failure. */
  failed: string;
  children: ReactNode;
  className?: string;
}

/** What is drawn once its reads are there: until then an outline, after a failure what happened. */
export function ReadPart({ queries, failed, children, className = 'h-24!' }: ReadPartProps) {
  const missing = queries.filter(({ data }) => data === undefined);
  const broken = missing.find(({ isError }) => isError);
  if (broken !== undefined)
    return (
      <div className="p-3">
        <ErrorState error={broken.error} title={failed} onRetry={() => void broken.refetch()} />
      </div>
    );
  return missing.length > 0 ? <Skeleton className={`m-3 ${className}`} /> : children;
}
