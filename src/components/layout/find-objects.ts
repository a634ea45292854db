import type { AiModel, GpuModel } from '#contract/views/catalogs.ts';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { failureLine } from '#src/api/describe-error.ts';
import { rememberOpened } from '#src/components/saved-views/opened-view.ts';
import { addressOfView } from '#src/components/saved-views/pages-of-views.ts';
import type { Command } from './commands.ts';

/** Objects of each kind offered at most. */
const MOST = 6;

/** A server, whatever its configs. */
export interface FoundServer {
  server_id: number;
  hostname: string;
  gpu_name: string | null;
  gpu_count: number | null;
}

interface Lists {
  servers: readonly FoundServer[];
  models: readonly AiModel[];
  gpus: readonly GpuModel[];
  views: readonly SavedView[];
}

/** Servers, models, GPUs and saved views whose name or code holds the text, whatever its case; six of a kind. */
export function findObjects(text: string, orgId: string, lists: Lists): Command[] {
  const wanted = text.toLowerCase();
  const holds = (...names: (string | null)[]) => names.some((name) => name?.toLowerCase().includes(wanted));
  const go =
    (path: string, search: object): Command['run'] =>
    (navigate) =>
      // Paths of routes that exist, which the type of a list cannot say.
      void navigate({ to: path as '/w/$orgId/leaderboard', params: { orgId }, search: search as never });
  const once = new Map(lists.servers.map((server) => [server.server_id, server]));
  return [
    ...[...once.values()]
      .filter((server) => holds(server.hostname))
      .slice(0, MOST)
      .map((server) => ({
        id: `server-${server.server_id}`,
        label: server.hostname,
        group: 'Servers',
        ...(server.gpu_name !== null && { detail: `${server.gpu_count ?? ''} ${server.gpu_name}`.trim() }),
        run: go('/w/$orgId/servers', { server: server.server_id }),
      })),
    ...lists.models
      .filter((model) => holds(model.model_name, model.model_code))
      .slice(0, MOST)
      .map((model) => ({
        id: `model-${model.model_code}`,
        label: model.model_name,
        group: 'Models',
        keywords: model.model_code,
        detail: 'ranked on the leaderboard',
        run: go('/w/$orgId/leaderboard', { model: model.model_code }),
      })),
    ...lists.gpus
      .filter((gpu) => holds(gpu.display_name, gpu.gpu_model))
      .slice(0, MOST)
      .map((gpu) => ({
        id: `gpu-${gpu.gpu_model}`,
        label: gpu.display_name,
        group: 'GPUs',
        keywords: gpu.gpu_model,
        detail: `${gpu.memory_gb} GB, in the Sizer`,
        run: go('/w/$orgId/sizer', { gpus: gpu.gpu_model }),
      })),
    ...lists.views.flatMap((view) => {
      const page = holds(view.view_name) ? addressOfView(view) : null;
      if (page === null) return [];
      return {
        id: `view-${view.saved_view_id}`,
        label: view.view_name,
        group: 'Saved views',
        detail: view.is_own ? page.label : `${page.label}, shared`,
        run: (navigate: Parameters<Command['run']>[0]) => {
          rememberOpened(orgId, view);
          go(page.path, page.search)(navigate);
        },
      };
    }),
  ];
}

interface Searched {
  /** What it is, in the middle of a sentence: "saved views". */
  finds: string;
  read: { readonly data?: unknown; readonly error: unknown };
}

/** What could not be searched, with the reason of the first; null where all could. */
export function unsearched(searched: readonly Searched[]): string | null {
  const failed = searched.filter(({ read }) => read.error !== null && read.data === undefined);
  if (failed[0] === undefined) return null;
  const what = failed.map(({ finds }) => finds).join(', ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be searched. ${failureLine(failed[0].read.error)}`;
}
