import { useQueryClient } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#src/api/api.ts';
import { setBeforeFetch } from '#src/api/query-client.ts';
import { shareBetweenTabs } from '#src/api/tab-sharing.ts';
import { readAgainLater } from '#src/api/waiting-reads.ts';
import { loadedCrumb } from './breadcrumb.tsx';
import { PrintFoot } from './print-foot.tsx';
import { kindOf, rememberObject } from './recent.ts';
import { useWorkspace } from './use-workspace.ts';
import { VersionBar } from './version-bar.tsx';
import { WaitingBar } from './waiting-bar.tsx';

/** What the shell does beside showing pages. Loaded when the page is idle, or when a limit is met. */
export function ShellServices() {
  useReads();
  useRecent();
  return (
    <>
      <WaitingBar />
      <VersionBar />
      <PrintFoot />
    </>
  );
}

function useReads(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const sharing = shareBetweenTabs({
      queryClient,
      api: api(),
      build: document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '',
      // Absent on plain http from another machine, whatever the type says.
      locks: (navigator as Partial<Navigator>).locks,
    });
    setBeforeFetch(sharing.beforeFetch);
    const stopWaiting = readAgainLater(queryClient);
    return () => {
      setBeforeFetch(null);
      sharing.stop();
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
      };
    },
    structuralSharing: true,
  });
  useEffect(() => {
    const { path, kind, label } = here;
    if (path !== undefined && kind !== null && label !== undefined)
      rememberObject(orgId, { path, kind, label });
  }, [orgId, here]);
}
