import { expect, it } from 'vitest';
import { durationText } from './duration-text.ts';

it.each([
  [0, '0.0 s'],
  [0.68, '0.7 s'],
  [9.96, '10 s'],
  [44.4, '44 s'],
  [119.6, '2 min'],
  [185, '3 min 5 s'],
  [7799, '2 h 9 min'],
])('%d s is %s', (seconds, text) => expect(durationText(seconds)).toBe(text));
