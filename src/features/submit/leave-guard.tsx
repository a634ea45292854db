import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '#src/components/ui/lazy-part.ts';

const LeaveDialog = lazyPart(
  () => import('./leave-dialog.tsx'),
  (part) => part.LeaveDialog,
);

interface LeaveGuardProps {
  isChanged: boolean;
  onDiscard: () => void;
}

/** Asks before a changed form is left. A lost session is let through: it comes back here, and the draft with it. */
export function LeaveGuard({ isChanged, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isChanged && next.pathname !== current.pathname && next.pathname !== '/sign-in',
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Suspense>
      <LeaveDialog
        onStay={blocker.reset}
        onLeave={blocker.proceed}
        onDiscard={() => {
          onDiscard();
          blocker.proceed();
        }}
      />
    </Suspense>
  );
}
