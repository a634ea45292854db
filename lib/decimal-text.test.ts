import { expect, test } from 'vitest';
import { decimals, figures } from './decimal-text.ts';

test('as many decimals as there are, between the least and the most', () => {
  expect(decimals(1234.56, 1)).toBe('1,234.6');
  expect(decimals(1234, 1)).toBe('1,234');
  expect(decimals(2.1, 2, 2)).toBe('2.10');
  expect(decimals(1999.5, 0)).toBe('2,000');
  expect(decimals(-0.5, 1)).toBe('-0.5');
});

test('significant figures', () => {
  expect(figures(1234.56, 3)).toBe('1,230');
  expect(figures(0.041_66, 3)).toBe('0.0417');
  expect(figures(5, 3)).toBe('5');
});

test('one format does not stand in for another', () => {
  expect([decimals(1.25, 2), figures(1.25, 2), decimals(1.25, 2, 2), decimals(1, 2)]).toStrictEqual([
    '1.25',
    '1.3',
    '1.25',
    '1',
  ]);
});
