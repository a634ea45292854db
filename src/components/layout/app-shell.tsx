import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { afterFirstReads } from '#src/api/after-first-reads.ts';
import { api } from '#src/api/api.ts';
import { Brand } from './brand.tsx';
import { useLeftAt } from './left-at.ts';
import { answerLostSession, lostSession } from './lost-session.ts';
import { InShell } from './main-landmark.tsx';
import { NavList } from './nav-list.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useGoKeys } from './go-keys.ts';
import { useShortcut, useShortcutKeys } from './shortcuts.ts';
import type { Overlay } from './overlay.ts';
import type { ShellServices } from './shell-services.tsx';
import { TopBar } from './top-bar.tsx';

/** When the page is drawn and read: what it needs later must not stand in the way of what it needs now. */
const SERVICES_AFTER_MS = 2000;

interface Services {
  ShellServices: typeof ShellServices;
}

/** Navigation left, bar on top, the page; what opens over it is loaded when first asked for. */
export function AppShell({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const signOut = useSignOut();
  const services = useServices(overlay, setOverlay);
  useShortcutKeys();
  useShortcut({ keys: 'mod+k', label: 'Find a page, an action, an object', group: 'Everywhere' }, () =>
    setOverlay('palette'),
  );
  useShortcut({ keys: '?', label: 'Show this sheet', group: 'Everywhere' }, () => setOverlay('keys'));
  useGoKeys();
  useFocusAfterNavigation();
  useLeftAt();
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
        <TopBar onOpen={setOverlay} />
        <OfflineBanner />
        {services !== undefined && (
          <services.ShellServices overlay={overlay} onOverlay={setOverlay} onSignOut={signOut} />
        )}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          <InShell value={true}>{children}</InShell>
        </main>
      </div>
    </div>
  );
}

/** What runs beside the pages, once it is time or an overlay is asked for. A page goes on without it. */
function useServices(overlay: Overlay | null, setOverlay: (none: null) => void): Services | undefined {
  const [services, setServices] = useState<Services>();
  const [isDue, setDue] = useState(false);
  const router = useRouter();
  const client = useQueryClient();
  useEffect(() => {
    const due = () => setDue(true);
    const stopWaiting = afterFirstReads(client, SERVICES_AFTER_MS, due);
    const stopLimits = api().limits.subscribe(due);
    const stopAnswering = answerLostSession(due);
    return () => {
      stopWaiting();
      stopLimits();
      stopAnswering();
    };
  }, [client]);
  const isWanted = isDue || overlay !== null;
  useEffect(() => {
    if (!isWanted) return;
    import('./shell-services.tsx').then(setServices, () => {
      // To be fetched when it is next asked for. A session that nobody can ask for here is asked for on its own page.
      setDue(false);
      setOverlay(null);
      if (lostSession.isLost())
        void router.navigate({ to: '/sign-in', search: { return: router.state.location.href } });
    });
  }, [isWanted, setOverlay, router]);
  return services;
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

/**
 * A page change that removes the focused element would leave the focus nowhere: it goes to the page instead. The first
 * page has taken it from nothing.
 */
function useFocusAfterNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation !== undefined && pathChanged && document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
