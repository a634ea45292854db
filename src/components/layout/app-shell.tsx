import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { api } from '#src/api/api.ts';
import { Brand } from './brand.tsx';
import { answerLostSession } from './lost-session.ts';
import { InShell } from './main-landmark.tsx';
import { NavList } from './nav-list.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useGoKeys } from './go-keys.ts';
import { useShortcut, useShortcutKeys } from './shortcuts.ts';
import { TopBar } from './top-bar.tsx';

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}));
const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }));
const NavDrawer = lazy(async () => ({ default: (await import('./nav-drawer.tsx')).NavDrawer }));
// A page goes on without what only helps it.
const ShellServices = lazy<ComponentType>(() =>
  import('./shell-services.tsx').then(
    ({ ShellServices: Loaded }) => ({ default: Loaded }),
    () => ({ default: () => null }),
  ),
);
const loadSignIn = () => import('./sign-in-again.tsx');
const SignInAgain = lazy<ComponentType<{ onSignedIn: () => void }>>(() =>
  loadSignIn().then(
    ({ SignInAgain: Loaded }) => ({ default: Loaded }),
    () => ({ default: LeaveForSignIn }),
  ),
);

/** When the page is drawn and read: what it needs later must not stand in the way of what it needs now. */
const SERVICES_AFTER_MS = 3000;
/** The sign-in is fetched while there is a session, as a server that ends it may have other files by then. */
const SIGN_IN_AFTER_MS = 20_000;

type Overlay = 'palette' | 'keys' | 'nav';

/** Navigation left, bar on top, the page; what opens over it is loaded when first asked for. */
export function AppShell({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  // An overlay stays mounted once it was opened, so that it can give the focus back when it closes.
  const [seen, setSeen] = useState<readonly Overlay[]>([]);
  const open = (which: Overlay) => {
    setOverlay(which);
    setSeen((before) => (before.includes(which) ? before : [...before, which]));
  };
  const props = (which: Overlay) => ({
    open: overlay === which,
    onOpenChange: (isOpen: boolean) => setOverlay((now) => (isOpen ? which : now === which ? null : now)),
  });
  const signOut = useSignOut();
  const { hasServices, signedIn } = useLater();
  useShortcutKeys();
  useShortcut({ keys: 'mod+k', label: 'Find a page, an action, an object', group: 'Everywhere' }, () =>
    open('palette'),
  );
  useShortcut({ keys: '?', label: 'Show this sheet', group: 'Everywhere' }, () => open('keys'));
  useGoKeys();
  useFocusAfterNavigation();
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[204px_minmax(0,1fr)] print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded border border-accent bg-surface px-3 py-1.5 text-accent focus:not-sr-only focus:fixed! focus:top-2 focus:left-2"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-r border-line px-2 py-3 md:flex print:hidden">
        <div className="px-2 pt-1 pb-3.5">
          <Brand />
        </div>
        <NavList onSignOut={signOut} />
      </aside>
      <div className="flex min-w-0 flex-col">
        <TopBar
          onOpenNav={() => open('nav')}
          onOpenPalette={() => open('palette')}
          onOpenKeys={() => open('keys')}
        />
        <OfflineBanner />
        <Suspense>{hasServices && <ShellServices />}</Suspense>
        <Suspense>{signedIn !== null && <SignInAgain onSignedIn={signedIn} />}</Suspense>
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <InShell value={true}>{children}</InShell>
        </main>
      </div>
      <Suspense>
        {seen.includes('palette') && (
          <CommandPalette {...props('palette')} onShowKeys={() => open('keys')} onSignOut={signOut} />
        )}
        {seen.includes('keys') && <KeysSheet {...props('keys')} />}
        {seen.includes('nav') && <NavDrawer {...props('nav')} onSignOut={signOut} />}
      </Suspense>
    </div>
  );
}

/** Where the sign-in over the page cannot be fetched, its own page does. */
function LeaveForSignIn() {
  return (
    <Navigate to="/sign-in" search={{ return: window.location.href.slice(window.location.origin.length) }} />
  );
}

/** Whether to load what runs beside the pages, and, while the session is lost, what to do once there is one again. */
function useLater() {
  const [hasServices, setServices] = useState(false);
  const [signedIn, setSignedIn] = useState<(() => void) | null>(null);
  useEffect(() => {
    const timers = [
      setTimeout(() => setServices(true), SERVICES_AFTER_MS),
      setTimeout(() => void loadSignIn().catch(() => undefined), SIGN_IN_AFTER_MS),
    ];
    const stopLimits = api().limits.subscribe(() => setServices(true));
    let giveUp = () => {};
    const stopAnswering = answerLostSession(
      () =>
        new Promise((resolve) => {
          giveUp = () => resolve(false);
          setSignedIn(() => () => {
            setSignedIn(null);
            resolve(true);
          });
        }),
    );
    return () => {
      timers.forEach(clearTimeout);
      stopLimits();
      stopAnswering();
      giveUp();
    };
  }, []);
  return { hasServices, signedIn };
}

function useSignOut(): () => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return () =>
    void (async () => {
      // A server that is away must not keep a person signed in here.
      await api()
        .signOut()
        .catch(() => undefined);
      await navigate({ to: '/sign-in' });
      client.clear();
    })();
}

/** A page change that removes the focused element would leave the focus nowhere: it goes to the page instead. */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged }) => {
        if (pathChanged && document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
