import { expect, it } from 'vitest';
import { z } from 'zod';
import { messageOf } from './zod-setup.ts';

const message = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: (issue) => messageOf(issue) }).error?.issues[0]?.message;

it('says what to do in words of the form', () => {
  expect(message(z.string(), undefined)).toBe('Fill this in.');
  expect(message(z.string().min(1), '')).toBe('Fill this in.');
  expect(message(z.string().min(10), 'abc')).toBe('At least 10 characters.');
  expect(message(z.string().max(2), 'abc')).toBe('At most 2 characters.');
  expect(message(z.number(), 'x')).toBe('Enter a number.');
  expect(message(z.number(), Number.NaN)).toBe('Enter a number.');
  expect(message(z.int(), 1.5)).toBe('Enter a whole number.');
  expect(message(z.int(), 'x')).toBe('Enter a number.');
  expect(message(z.number().min(1), 0)).toBe('At least 1.');
  expect(message(z.number().positive(), 0)).toBe('More than 0.');
  expect(message(z.number().max(16), 17)).toBe('At most 16.');
  expect(message(z.array(z.string()).min(2), [])).toBe('At least 2 items.');
  expect(message(z.enum(['fp8', 'fp4']), 'int3')).toBe('Choose one of fp8, fp4.');
  expect(message(z.email(), 'x')).toBe('Not a valid email.');
});
