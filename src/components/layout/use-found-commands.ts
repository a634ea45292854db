import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { vSavedViews } from '#contract/views/v-saved-views.ts';
import { api } from '#src/api/api.ts';
import { aiModelsQuery, gpuModelsQuery } from '#src/api/catalog-queries.ts';
import { serversQuery } from '#src/api/server-queries.ts';
import { eq } from '#src/api/view-query.ts';
import { commandStore, type Command } from './commands.ts';
import { findObjects, unsearched } from './find-objects.ts';

/** What a source finds, in the middle of a sentence; here, as sources are in everybody's first load. */
const FINDS: Readonly<Record<string, string>> = { projects: 'projects, runs and jobs' };
const MIN_SEARCH = 2;
/** A read for each letter would eat the budget of reads. */
const REST_MS = 200;

interface FoundCommands {
  found: readonly Command[];
  isSearching: boolean;
  /** What could not be searched, and why; null while all could. */
  failed: string | null;
}

/** Objects of the workspace that match what was typed, once typing rests; nothing below two letters. */
export function useFoundCommands(text: string, orgId: string, isOpen: boolean): FoundCommands {
  const typed = useRested(text.trim());
  const enabled = isOpen && typed.length >= MIN_SEARCH;
  const sources = useSyncExternalStore(commandStore.subscribe, commandStore.sources);
  const searched = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['commands', source.id, orgId, typed],
      queryFn: ({ signal }: { signal: AbortSignal }) => source.search(typed, orgId, signal),
      enabled,
      staleTime: 30_000,
      meta: { quiet: true },
    })),
  });
  // Short lists are read once and searched here.
  const once = { enabled, staleTime: 60_000, refetchInterval: false as const, meta: { quiet: true } };
  const servers = useQuery({ ...serversQuery(orgId), ...once });
  const models = useQuery({ ...aiModelsQuery(orgId), ...once });
  const gpus = useQuery({ ...gpuModelsQuery, ...once });
  const views = useQuery({
    queryKey: ['saved-views', orgId, 'commands'],
    queryFn: async ({ signal }) =>
      (await api().readView(vSavedViews, { filters: { org_id: eq(orgId) }, limit: 500 }, { signal })).rows,
    ...once,
    // They change under this page's own hands.
    staleTime: 0,
  });
  const listed = enabled
    ? findObjects(typed, orgId, {
        servers: servers.data ?? [],
        models: models.data ?? [],
        gpus: gpus.data ?? [],
        views: views.data ?? [],
      })
    : [];
  const reads = [
    ...searched.map((read, index) => ({ finds: FINDS[sources[index]?.id ?? ''] ?? 'objects', read })),
    { finds: 'servers', read: servers },
    { finds: 'models', read: models },
    { finds: 'GPUs', read: gpus },
    { finds: 'saved views', read: views },
  ];
  return {
    found: enabled ? [...searched.flatMap((result) => result.data ?? []), ...listed] : [],
    isSearching: typed !== text.trim() || reads.some(({ read }) => read.isLoading),
    failed: enabled ? unsearched(reads) : null,
  };
}

/** The text once it has not changed for a moment. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), REST_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
