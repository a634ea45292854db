/** GB to one decimal, as the server's messages print them. */
export function formatGb(gb: number): string {
  return gb.toLocaleString('en-US', { maximumFractionDigits: gb < 10 ? 2 : 1 });
}
