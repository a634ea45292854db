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
