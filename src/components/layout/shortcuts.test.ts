import { expect, it } from 'vitest';
import { matchesKeys } from './shortcuts.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

it('tells a plain key from the same key with a modifier', () => {
  expect(matchesKeys('mod+k', press('k', { ctrlKey: true }))).toBe(true);
  expect(matchesKeys('mod+k', press('K', { metaKey: true }))).toBe(true);
  expect(matchesKeys('mod+k', press('k'))).toBe(false);
  expect(matchesKeys('?', press('?'))).toBe(true);
  expect(matchesKeys('?', press('?', { ctrlKey: true }))).toBe(false);
  expect(matchesKeys('k', press('k', { altKey: true }))).toBe(false);
});
