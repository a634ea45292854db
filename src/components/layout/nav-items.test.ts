import { expect, it } from 'vitest';
import { existingPages, NAV_ITEMS } from './nav-items.ts';
import { NAV_WORDS } from './nav-words.ts';
import { pageInOtherWorkspace } from './other-workspace.ts';

it('shows only pages whose routes exist', () => {
  expect(
    existingPages({ '/w/$orgId/profile': 1, '/w/$orgId/projects': 1, '/sign-in': 1 }).map(
      (item) => item.label,
    ),
  ).toEqual(['Projects', 'Profile']);
});

it('keeps the page on a switch of workspace, and leaves objects of the old one for their list', () => {
  expect(pageInOtherWorkspace('/w/$orgId/profile', { orgId: 'a' })).toBe('/w/$orgId/profile');
  expect(
    pageInOtherWorkspace('/w/$orgId/projects/$projectId/runs/$runId', {
      orgId: 'a',
      projectId: '1',
      runId: '2',
    }),
  ).toBe('/w/$orgId/projects');
  expect(pageInOtherWorkspace('/w/$orgId/jobs/$jobId', { orgId: 'a', jobId: '1' })).toBe(
    '/w/$orgId/projects',
  );
  expect(pageInOtherWorkspace('/w/$orgId/unlisted/$id', { orgId: 'a', id: '1' })).toBe('/w/$orgId');
});

it('gives each page a letter of its own', () => {
  const keys = NAV_ITEMS.map((item) => item.key);
  expect(keys.every((key) => /^[a-z]$/.test(key))).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
});

it('gives each page words to be found by', () => {
  expect(Object.keys(NAV_WORDS)).toEqual(NAV_ITEMS.map((item) => item.label));
});
