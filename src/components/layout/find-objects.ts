import type { AiModel, GpuModel } from '#contract/views/catalogs.ts';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import type { Command } from './commands.ts';

/** Objects of each kind offered at most. */
const MOST = 6;

/** Pages of saved views that need no object to stand on. */
const PAGES_OF_VIEWS: Readonly<Record<string, { path: string; label: string; search?: object }>> = {
  projects: { path: '/w/$orgId/projects', label: 'Projects' },
  leaderboard: { path: '/w/$orgId/leaderboard', label: 'Leaderboard' },
  cost: { path: '/w/$orgId/cost', label: 'Cost' },
  servers: { path: '/w/$orgId/servers', label: 'Servers' },
  audit: { path: '/w/$orgId/admin', label: 'Audit log', search: { tab: 'audit' } },
};

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
      const page = PAGES_OF_VIEWS[view.view_key];
      if (page === undefined || !holds(view.view_name)) return [];
      const search = { ...page.search, ...Object.fromEntries(new URLSearchParams(view.search_text)) };
      return {
        id: `view-${view.saved_view_id}`,
        label: view.view_name,
        group: 'Saved views',
        detail: view.is_own ? page.label : `${page.label}, shared`,
        run: go(page.path, search),
      };
    }),
  ];
}
