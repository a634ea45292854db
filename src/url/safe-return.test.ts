import { expect, it } from 'vitest';
import { safeReturn } from './safe-return.ts';

it('comes back only to pages of this site', () => {
  expect(safeReturn('/w/1/projects?status=failed#x')).toBe('/w/1/projects?status=failed#x');
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    '/sign-in?return=/',
  ]) {
    expect(safeReturn(bad)).toBe('/');
  }
});
