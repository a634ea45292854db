import { createContext, use, type ReactNode } from 'react';

/** Whether the shell has put a `main` around. */
export const InShell = createContext(false);

/** The page's `main` where there is no shell yet: what a route shows while it reads or after it failed stands in both. */
export function MainLandmark({ children }: { children: ReactNode }) {
  return use(InShell) ? children : <main>{children}</main>;
}
