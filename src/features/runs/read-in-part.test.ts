import { expect, it } from 'vitest';
import { isReadInPart } from './read-in-part.ts';

it('says nothing of the first 0 jobs', () => {
  expect(isReadInPart(0, 2_400)).toBe(false);
  expect(isReadInPart(1_000, 2_400)).toBe(true);
  expect(isReadInPart(12, 12)).toBe(false);
});
