import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from './lazy-part.ts';
import { toastStore } from './toast.ts';

const Toasts = lazyPart(
  () => import('./toast-late.ts'),
  (part) => part.Toasts,
);

/** Where toasts appear; once, in the root route. */
export function Toaster() {
  const isWanted = useSyncExternalStore(toastStore.subscribe, toastStore.isWanted);
  return <Suspense>{isWanted && <Toasts />}</Suspense>;
}
