/** The person's own prices in the address: "h100-sxm:2.10". What is no price is skipped. */
export function readPrices(items: readonly string[]): Map<string, number> {
  return new Map(
    items.flatMap((item): [string, number][] => {
      const [, gpu, text] = /^(.+):([\d.]+)$/.exec(item) ?? [];
      const price = Number(text);
      return gpu !== undefined && price > 0 ? [[gpu, price]] : [];
    }),
  );
}

/** The prices as the address holds them, in order of the GPU; null takes one away. */
export function withPrice(items: readonly string[], gpu: string, price: number | null): string[] {
  const prices = readPrices(items);
  if (price === null) prices.delete(gpu);
  else prices.set(gpu, price);
  return [...prices].sort(([a], [b]) => a.localeCompare(b)).map(([name, usd]) => `${name}:${usd}`);
}
