import { expect, it } from 'vitest';
import { z } from 'zod';
import { numberText } from './number-schema.ts';
import { readNumber } from './number-text.ts';

it('reads numbers as people type them', () => {
  expect(['8', ' 1,024 ', '16 384', '0.5', '.5', '1e3', '-2'].map(readNumber)).toEqual([
    8, 1024, 16384, 0.5, 0.5, 1000, -2,
  ]);
  expect(readNumber('  ')).toBeUndefined();
  expect(['8k', '1,2', 'one', '1..2', '0x10'].map(readNumber)).toEqual([NaN, NaN, NaN, NaN, NaN]);
});

it('checks by the schema and says what is wrong in plain words', () => {
  const message = (schema: z.ZodType, text: string) =>
    numberText(schema).safeParse(text).error?.issues[0]?.message;
  const count = z.int32().min(1, 'At least one request.').max(16_384);
  expect(numberText(count).parse('1,024')).toBe(1024);
  expect(message(count, '')).toBe('Enter a number.');
  expect(message(count, '8k')).toBe('Enter a number.');
  expect(message(count, '1.5')).toBe('Enter a whole number.');
  expect(message(count, '0')).toBe('At least one request.');
  expect(message(count, '20000')).toBe('At most 16,384.');
  expect(message(z.number().positive(), '0')).toBe('More than 0.');
  expect(numberText(z.number().optional()).parse('')).toBeUndefined();
});
