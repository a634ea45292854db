import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useMatches } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useSyncExternalStore,
  type ComponentType,
  type Dispatch,
  type SetStateAction,
} from 'react';
import { api } from '#src/api/api.ts';
import { setBeforeFetch } from '#src/api/query-client.ts';
import { browserReads, shareReadBudget } from '#src/api/read-budget.ts';
import { shareBetweenTabs } from '#src/api/tab-sharing.ts';
import { readAgainLater } from '#src/api/waiting-reads.ts';
import { late, useLate } from '#src/components/ui/late.ts';
import { notify } from '#src/components/ui/toast.ts';
import { keepFocus } from './keep-focus.ts';
import type { Overlay } from './overlay.ts';
import { loadedCrumb, loadedTrail } from './breadcrumb.tsx';
import { lostSession } from './lost-session.ts';
import { PrintFoot } from './print-foot.tsx';
import { kindOf, rememberObject } from './recent.ts';
import { useWorkspace } from './use-workspace.ts';
import { VersionBar } from './version-bar.tsx';
import { WaitingBar } from './waiting-bar.tsx';

const palettePart = late(() => import('./command-palette.tsx'));
const keysPart = late(() => import('./keys-sheet.tsx'));
const navPart = late(() => import('./nav-drawer.tsx'));
const loadSignIn = () => import('./sign-in-again.tsx');
const SignInAgain = lazy<ComponentType<{ onSignedIn: () => void }>>(() =>
  loadSignIn().then(
    ({ SignInAgain: Loaded }) => ({ default: Loaded }),
    () => ({ default: LeaveForSignIn }),
  ),
);

/** The sign-in is fetched while there is a session, as a server that ends it may have other files by then. */
const SIGN_IN_AFTER_MS = 17_000;

interface ShellServicesProps {
  /** What is open over the page. */
  overlay: Overlay | null;
  onOverlay: Dispatch<SetStateAction<Overlay | null>>;
  onSignOut: () => void;
}

/** What the shell does beside showing pages. Loaded when the page is idle, or when some of it is asked for. */
export function ShellServices({ overlay, onOverlay, onSignOut }: ShellServicesProps) {
  const onMissing = useCallback(
    (error: unknown) => {
      onOverlay(null);
      notify.failure('It could not be opened', error);
    },
    [onOverlay],
  );
  // Each stays mounted once it was opened, so that it can give the focus back when it closes.
  const palette = useLate(palettePart, overlay === 'palette', onMissing);
  const keys = useLate(keysPart, overlay === 'keys', onMissing);
  const nav = useLate(navPart, overlay === 'nav', onMissing);
  const props = (which: Overlay) => ({
    open: overlay === which,
    onOpenChange: (isOpen: boolean) => onOverlay((now) => (isOpen ? which : now === which ? null : now)),
  });
  const isLost = useSyncExternalStore(lostSession.subscribe, lostSession.isLost);
  useReads();
  useRecent();
  useEffect(keepFocus, []);
  return (
    <>
      <WaitingBar />
      <VersionBar />
      <PrintFoot />
      <Suspense>{isLost && <SignInAgain onSignedIn={goOn} />}</Suspense>
      {palette !== undefined && (
        <palette.CommandPalette
          {...props('palette')}
          onShowKeys={() => onOverlay('keys')}
          onSignOut={onSignOut}
        />
      )}
      {keys !== undefined && <keys.KeysSheet {...props('keys')} />}
      {nav !== undefined && <nav.NavDrawer {...props('nav')} onSignOut={onSignOut} />}
    </>
  );
}

const goOn = () => lostSession.end(true);

/** Where the sign-in over the page cannot be fetched, its own page does. */
function LeaveForSignIn() {
  return (
    <Navigate to="/sign-in" search={{ return: window.location.href.slice(window.location.origin.length) }} />
  );
}

function useReads(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const budget = shareReadBudget(browserReads(api().apiBase));
    const sharing = shareBetweenTabs({
      queryClient,
      api: api(),
      build: document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '',
      // Absent on plain http from another machine, whatever the type says.
      locks: (navigator as Partial<Navigator>).locks,
      isSpent: budget.isSpent,
    });
    setBeforeFetch(sharing.beforeFetch);
    const stopWaiting = readAgainLater(queryClient);
    const timer = setTimeout(() => void loadSignIn().catch(() => undefined), SIGN_IN_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setBeforeFetch(null);
      sharing.stop();
      budget.stop();
      stopWaiting();
    };
  }, [queryClient]);
}

function useRecent(): void {
  const { orgId } = useWorkspace();
  const here = useMatches({
    select: (matches) => {
      const leaf = matches.at(-1);
      return {
        path: leaf?.pathname,
        kind: kindOf(leaf?.fullPath ?? ''),
        label: loadedCrumb(leaf?.loaderData),
        // The first is the list of all projects.
        of: loadedTrail(leaf?.loaderData)
          .slice(1)
          .map(({ text }) => text)
          .join(' / '),
      };
    },
    structuralSharing: true,
  });
  useEffect(() => {
    const { path, kind, label, of } = here;
    if (path !== undefined && kind !== null && label !== undefined)
      rememberObject(orgId, { path, kind, label, ...(of !== '' && { of }) });
  }, [orgId, here]);
}
