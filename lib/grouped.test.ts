import { expect, test } from 'vitest';
import { grouped } from './grouped.ts';

test.each([
  [0, '0'],
  [1204, '1,204'],
  [-1_234_567, '-1,234,567'],
  [0.123_45, '0.123'],
  [12.5, '12.5'],
])('%d is printed as %s', (value, text) => {
  expect(grouped(value)).toBe(text);
  expect(text).toBe(new Intl.NumberFormat('en-US').format(value));
});
