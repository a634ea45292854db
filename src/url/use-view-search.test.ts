import { expect, it } from 'vitest';
import { isWithin } from './use-view-search.ts';

it('knows the address of a page and of those below it from that of another page', () => {
  expect(isWithin('/w/a/projects/1', '/w/a/projects/1')).toBe(true);
  expect(isWithin('/w/a/projects/1', '/w/a/projects/1/')).toBe(true);
  // The frame around the pages of a workspace.
  expect(isWithin('/w/a/projects/1', '/w/a')).toBe(true);
  expect(isWithin('/w/a/runs/1', '/')).toBe(true);
  expect(isWithin('/w/a/runs/15', '/w/a/projects/1')).toBe(false);
  expect(isWithin('/w/a/projects/10', '/w/a/projects/1')).toBe(false);
});
