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
