import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/api/api-error.ts';
import type { SavedView } from '#contract/views/v-saved-views.ts';
import { findObjects, unsearched } from './find-objects.ts';

const gpu = (gpu_model: string, display_name: string) => ({
  gpu_model,
  display_name,
  vendor: 'NVIDIA',
  architecture: 'hopper',
  memory_gb: 80,
  memory_bandwidth_gbps: null,
  tdp_w: null,
  source: 'x',
});
const server = (server_id: number, hostname: string) => ({
  server_id,
  hostname,
  gpu_name: 'NVIDIA H100',
  gpu_count: 8,
});
const view = (view_key: string, view_name: string, search_text: string): SavedView => ({
  saved_view_id: `id-${view_name}`,
  org_id: 'org',
  owner_account_id: 'ada',
  owner_name: null,
  view_key,
  view_name,
  search_text,
  is_shared: true,
  is_pinned: false,
  is_own: false,
  created_at: '',
  updated_at: '',
});
const lists = {
  // Two configs of one server are two rows.
  servers: [server(7, 'h100-rack-1'), server(7, 'h100-rack-1'), server(8, 'mi300-a')],
  models: [],
  gpus: [gpu('h100-sxm', 'NVIDIA H100 SXM'), gpu('a10-24gb', 'NVIDIA A10')],
  views: [
    view('leaderboard', 'h100 only', 'filters=deployment%3Acontains%3AH100'),
    view('audit', 'h100 changes', 'sort=-at'),
    view('jobs', 'h100 jobs', ''),
  ],
};

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('finds by name and code whatever the case, a server once, and only views that have a page of their own', () => {
  expect(findObjects('H100', 'org', lists).map((one) => [one.group, one.label, one.detail])).toEqual([
    ['Servers', 'h100-rack-1', '8 NVIDIA H100'],
    ['GPUs', 'NVIDIA H100 SXM', '80 GB, in the Sizer'],
    ['Saved views', 'h100 only', 'Leaderboard, shared'],
    ['Saved views', 'h100 changes', 'Audit log, shared'],
  ]);
  expect(findObjects('nothing', 'org', lists)).toEqual([]);
});

it('leads to the object or the view', () => {
  const gone: unknown[] = [];
  for (const one of findObjects('h100', 'org', lists))
    one.run(((where: { to: string; search: unknown }) => {
      gone.push([where.to, where.search]);
    }) as never);
  expect(gone).toEqual([
    ['/w/$orgId/servers', { server: 7 }],
    ['/w/$orgId/sizer', { gpus: 'h100-sxm' }],
    ['/w/$orgId/leaderboard', { filters: 'deployment:contains:H100' }],
    ['/w/$orgId/admin', { tab: 'audit', sort: '-at' }],
  ]);
  // So that their pages say which view they show.
  expect([...kept].map(([key, view]) => [key, (JSON.parse(view) as { name: string }).name])).toEqual([
    ['yardstick.view.org.leaderboard', 'h100 only'],
    ['yardstick.view.org.audit', 'h100 changes'],
  ]);
});

it('says what could not be searched and why, not what was read before', () => {
  const error = new ApiError({
    code: 'internal',
    status: 500,
    message: 'It broke',
    details: null,
    requestId: 'r-1',
  });
  expect(
    unsearched([
      { finds: 'projects, runs and jobs', read: { data: undefined, error } },
      { finds: 'servers', read: { data: [], error } },
      { finds: 'GPUs', read: { data: undefined, error } },
    ]),
  ).toMatch(/^Projects, runs and jobs, GPUs could not be searched\. It broke\. .*Request r-1\.$/);
  expect(unsearched([{ finds: 'servers', read: { data: [], error: null } }])).toBeNull();
});
