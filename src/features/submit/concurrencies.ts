import { grouped } from '#lib/grouped.ts';
import { MAX_SCENARIO_CONCURRENCY } from '#lib/scenario-code.ts';

/** Concurrencies of one list. */
const MAX_JOBS = 32;

/** "8" or "1, 8, 32": the concurrencies, each once; or what is wrong with the text. */
export function readConcurrencies(text: string): number[] | string {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  if (words.length === 0) return 'Enter how many requests are in flight.';
  // "1,024" would otherwise be read as 1 and 24.
  const bad = words.find((word) => !/^[1-9]\d*$/.test(word));
  if (bad !== undefined) return `"${bad}" is no whole number from 1; a list is written 1, 8, 32.`;
  const numbers = [...new Set(words.map(Number))];
  if (numbers.some((number) => number > MAX_SCENARIO_CONCURRENCY))
    return `At most ${grouped(MAX_SCENARIO_CONCURRENCY)} requests in flight.`;
  return numbers.length > MAX_JOBS ? `At most ${MAX_JOBS} values at once.` : numbers;
}
