import { queryOptions } from '@tanstack/react-query';
import {
  aiModels,
  frameworks,
  frameworkVersions,
  gpuModels,
  quantizations,
} from '#contract/views/catalogs.ts';
import { api } from './api.ts';

/** Catalogs change with a release, or when a person adds a model, which invalidates the query. */
const catalog = { staleTime: 10 * 60_000, meta: { quiet: true } };

/** Models a workspace may name: the catalog's and its own, by name. */
export const aiModelsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['ai-models', orgId],
    queryFn: async ({ signal }) => {
      const { rows } = await api().readView(
        aiModels,
        { order: [{ column: 'model_name', direction: 'asc' }], limit: 2000 },
        { signal },
      );
      // The view also has models of the caller's other workspaces; the dialect's `or` is not worth its weight here.
      return rows.filter((model) => model.org_id === null || model.org_id === orgId);
    },
    ...catalog,
  });

export const gpuModelsQuery = queryOptions({
  queryKey: ['gpu-models'],
  queryFn: async ({ signal }) =>
    (
      await api().readView(
        gpuModels,
        { order: [{ column: 'display_name', direction: 'asc' }], limit: 1000 },
        { signal },
      )
    ).rows,
  ...catalog,
});

export const frameworksQuery = queryOptions({
  queryKey: ['frameworks'],
  queryFn: async ({ signal }) =>
    (await api().readView(frameworks, { order: [{ column: 'sort_order', direction: 'asc' }] }, { signal }))
      .rows,
  ...catalog,
});

/** Versions of all frameworks, newest first. */
export const frameworkVersionsQuery = queryOptions({
  queryKey: ['framework-versions'],
  queryFn: async ({ signal }) =>
    (
      await api().readView(
        frameworkVersions,
        { order: [{ column: 'sort_order', direction: 'asc' }], limit: 1000 },
        { signal },
      )
    ).rows,
  ...catalog,
});

/** Precisions, widest first. */
export const quantizationsQuery = queryOptions({
  queryKey: ['quantizations'],
  queryFn: async ({ signal }) =>
    (await api().readView(quantizations, { order: [{ column: 'sort_order', direction: 'asc' }] }, { signal }))
      .rows,
  ...catalog,
});
