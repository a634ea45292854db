import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hiddenOf, namedWith } from './hidden-series.ts';

const LATENCIES = ['ttft', 'tpot', 'itl', 'e2e'];
const LINES = ['vllm fp8', 'vllm fp16', 'sglang fp8'];
const NONE: ReadonlySet<string> = new Set();
const OTHERS: ReadonlySet<string> = new Set(LINES.slice(1));

it('names nothing for what a chart begins with', () => {
  expect(hiddenOf([], LATENCIES, NONE)).toEqual(NONE);
  expect(hiddenOf([], LINES, OTHERS)).toEqual(OTHERS);
  expect(namedWith(['all'], LINES, OTHERS, OTHERS)).toEqual([]);
});

it('keeps what each of two charts of one address hides, whichever changes', () => {
  const some = (ids: readonly string[]) => fc.subarray([...ids]).map((hidden) => new Set(hidden));
  fc.assert(
    fc.property(some(LATENCIES), some(LINES), some(LATENCIES), fc.constantFrom(NONE, OTHERS), (...drawn) => {
      const [latencies, lines, later, first] = drawn;
      let named = namedWith([], LATENCIES, NONE, latencies);
      named = namedWith(named, LINES, first, lines);
      expect(hiddenOf(named, LINES, first)).toEqual(lines);
      expect(hiddenOf(named, LATENCIES, NONE)).toEqual(latencies);
      named = namedWith(named, LATENCIES, NONE, later);
      expect(hiddenOf(named, LINES, first)).toEqual(lines);
      expect(hiddenOf(named, LATENCIES, NONE)).toEqual(later);
    }),
  );
});
