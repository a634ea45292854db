import { expect, it } from 'vitest';
import { matchesKeys, startsKeys } from './shortcuts.ts';

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

it('reads two keys one after the other', () => {
  expect(startsKeys('g l', press('g'))).toBe(true);
  expect(startsKeys('g l', press('G'))).toBe(true);
  expect(startsKeys('g l', press('g', { ctrlKey: true }))).toBe(false);
  expect(startsKeys('?', press('?'))).toBe(false);
  expect(matchesKeys('g l', press('l'), 'g')).toBe(true);
  expect(matchesKeys('g l', press('l'))).toBe(false);
  expect(matchesKeys('i', press('i'), 'g')).toBe(false);
});
