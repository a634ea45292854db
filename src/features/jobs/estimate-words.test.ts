import { expect, it } from 'vitest';
import { estimateWords } from './estimate-words.ts';

const of = (n: number, low: number | null, high: number | null) =>
  estimateWords({
    n,
    tokens_per_sec: 7180.4,
    confidence_interval_lower: low,
    confidence_interval_upper: high,
  });

it('says mean, n and interval of the repeats', () => {
  expect(of(3, 7060.2, 7300.6)).toBe(
    'Over n = 3 like jobs: 7,180 tokens/s of output, 95 % interval 7,060 to 7,301.',
  );
});

it('gives one measurement no interval, and a missing one no numbers', () => {
  expect(of(1, null, null)).toBe(
    'Measured once (n = 1), so there is no interval. A repeat of this job gives one.',
  );
  expect(of(2, null, 7300)).toContain('without an interval');
  expect(estimateWords(null)).toContain('No estimate counts this job');
});
