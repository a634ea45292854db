import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastStore } from './toast.ts';

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** Where toasts appear; once, in the root route. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toastStore.subscribe, toastStore.isWanted);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
