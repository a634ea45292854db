import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '#src/components/ui/lazy-part.ts';

const LeaveDialog = lazyPart(
  () => import('./leave-dialog.tsx'),
  (part) => part.LeaveDialog,
);

interface LeaveGuardProps {
  isChanged: boolean;
  /** Nobody is asked before another page of the product, which is told what became of it; before the tab is closed. */
  isSubmitting: boolean;
  /** Jobs of a list that are still to be sent, and that were stopped or refused. */
  left: number;
  unsent: number;
  onDiscard: () => void;
  onStop: () => void;
}

/**
 * Asks before a changed form is left, or jobs that are being sent. A lost session is let through: it comes back here,
 * and the draft with it.
 */
export function LeaveGuard({ isChanged, isSubmitting, left, unsent, onDiscard, onStop }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      next.pathname !== '/sign-in' &&
      ((isChanged && next.pathname !== current.pathname) ||
        // Another link to this page is another form.
        (left > 0 && JSON.stringify(next) !== JSON.stringify(current))),
    enableBeforeUnload: () => isChanged || isSubmitting || left > 0,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog
        left={isChanged ? null : left}
        unsent={unsent}
        onStay={blocker.reset}
        onLeave={() => {
          onStop();
          blocker.proceed();
        }}
        onDiscard={() => {
          onDiscard();
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}
