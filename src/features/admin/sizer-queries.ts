import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  sizerExportJobsSchema,
  sizerHealthSchema,
  sizerSettingsSchema,
  sizerStatusSchema,
  type sizerSettingsChangeSchema,
} from '#contract/sizer/endpoints.ts';
import { api } from '#src/api/api.ts';

export const sizerSettingsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'settings', orgId],
    queryFn: ({ signal }) =>
      api().request(`/sizer/settings?org_id=${orgId}`, sizerSettingsSchema, { signal }),
  });

export const sizerStatusQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'status', orgId],
    queryFn: ({ signal }) => api().request(`/sizer/status?org_id=${orgId}`, sizerStatusSchema, { signal }),
  });

/** Whether the service answers, and with which model. Asked once: that it does not is an answer. */
export const sizerHealthQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'health', orgId],
    queryFn: ({ signal }) => api().request(`/sizer/health?org_id=${orgId}`, sizerHealthSchema, { signal }),
    retry: false,
  });

/** Exports to the sizer and trainings, newest first; read again while one is under way. */
export const sizerJobsQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['sizer', 'export-jobs', orgId],
    queryFn: async ({ signal }) =>
      (
        await api().request(`/sizer/export-jobs?org_id=${orgId}&limit=200`, sizerExportJobsSchema, {
          signal,
        })
      ).export_jobs,
    refetchInterval: (query) =>
      query.state.data?.some(({ status }) => status === 'pending' || status === 'running') === true
        ? 5_000
        : false,
  });

export function changeSizerSettings(body: z.input<typeof sizerSettingsChangeSchema>) {
  return api().request('/sizer/settings', sizerSettingsSchema, { method: 'PUT', body });
}

export async function startTraining(orgId: string): Promise<void> {
  await api().requestRaw('/sizer/train', { method: 'POST', body: { org_id: orgId } });
}
