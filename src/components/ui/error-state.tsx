import type { UseQueryResult } from '@tanstack/react-query';
import type { ErrorStateProps } from './error-state-props.ts';
import { late, useLate } from './late.ts';

// Where the code cannot be fetched either, a failure is still told.
const details = late(() => import('./error-details.tsx').catch(() => ({ ErrorDetails: BareFailure })));

/** Fetches what tells of failures, while the connection is good. */
export const prepareErrorState = details.load;

/** What happened, what is safe, what to do, and the request id for whoever looks into it. */
export function ErrorState(props: ErrorStateProps) {
  const part = useLate(details, true);
  return (
    <div role="alert" className="grid gap-2 rounded border border-line bg-surface px-4 py-4">
      {part === undefined ? <span className="h-29" /> : <part.ErrorDetails {...props} />}
    </div>
  );
}

function BareFailure({ error, title }: ErrorStateProps) {
  return (
    <p className="text-bad">
      {title} {String(error)}
    </p>
  );
}

interface UnreadProps {
  query: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'refetch'>;
  /** What was to be read, as the start of a sentence: "Known issues". */
  what: string;
  className?: string;
}

/**
 * Tells that a part of a page could not be read, where the rest stands without it; draws nothing otherwise. Without it
 * what was not read looks as if there were none.
 */
export function Unread({ query, what, className }: UnreadProps) {
  if (!query.isError || query.data !== undefined) return null;
  return (
    <div className={className}>
      <ErrorState
        error={query.error}
        title={`${what} could not be read`}
        onRetry={() => void query.refetch()}
      />
    </div>
  );
}
