import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { describeError } from '#src/api/describe-error.ts';
import { goesOnByItself } from '#src/api/waiting-reads.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import type { ErrorStateProps } from './error-state-props.ts';
import { useCountdown } from './use-countdown.ts';

/** What stands in an `ErrorState`. */
export function ErrorDetails({ error, title, onRetry }: ErrorStateProps) {
  const { happened, safe, advice, requestId, waitS } = describeError(error);
  const left = useCountdown(waitS ?? 0, error);
  const client = useQueryClient();
  // A read goes on by itself after a limit; a write is sent again by the person only.
  const goesOn = left > 0 && goesOnByItself(client, error);
  return (
    <>
      <p className="flex items-center gap-2 font-medium text-bad">
        <TriangleAlert aria-hidden className="size-4 shrink-0" />
        {title ?? happened}
      </p>
      <div className="max-w-prose text-sm text-ink-2">
        {title !== undefined && <p>{happened}</p>}
        <p>{safe}</p>
        <p>{goesOn ? `It is read again by itself in ${left} s.` : advice}</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {onRetry !== undefined && (
          <Button onClick={onRetry} disabled={left > 0}>
            {left > 0 ? `Try again in ${left} s` : 'Try again'}
          </Button>
        )}
        {requestId !== null && (
          <span className="inline-flex items-center gap-1 text-xs text-ink-3">
            request <code className="font-mono text-ink-2">{requestId}</code>
            <CopyButton text={requestId} label="Copy the request id" />
          </span>
        )}
      </div>
    </>
  );
}
