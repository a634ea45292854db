import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { RoutePending } from './route-pending.tsx';

/**
 * Around all pages: an outline until it is known who the person is. The router's own, once shown above the shell,
 * stays in place of the shell until the page has read everything.
 */
export function BeforeFirstPage({ children }: { children: ReactNode }) {
  const isEmpty = useRouterState({ select: (state) => state.matches.length === 0 });
  return (
    <>
      {children}
      {isEmpty && (
        <div className="animate-appear [animation-delay:150ms] [animation-fill-mode:backwards]">
          <RoutePending />
        </div>
      )}
    </>
  );
}
