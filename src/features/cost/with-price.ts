import { readPrices } from './own-prices.ts';

/** The prices as the address holds them, in order of the GPU; null takes one away. */
export function withPrice(items: readonly string[], gpu: string, price: number | null): string[] {
  const prices = readPrices(items);
  if (price === null) prices.delete(gpu);
  else prices.set(gpu, price);
  return [...prices].sort(([a], [b]) => a.localeCompare(b)).map(([name, usd]) => `${name}:${usd}`);
}
