/** Jobs beside each other at most: more make an address too long. */
export const MOST_JOBS = 200;

/** The ids of the address, each once; what is no id is left out. */
export const allJobIds = (texts: readonly string[]): number[] => [
  ...new Set(texts.filter((text) => /^[1-9]\d{0,9}$/.test(text)).map(Number)),
];

/** Those that are set side by side. */
export const jobIds = (texts: readonly string[]): number[] => allJobIds(texts).slice(0, MOST_JOBS);

/** How many are set side by side: " (3)", " (200 of 250)" where the address names more; empty for none. */
export function jobCount(texts: readonly string[]): string {
  const all = allJobIds(texts).length;
  return all === 0 ? '' : all > MOST_JOBS ? ` (${MOST_JOBS} of ${all})` : ` (${all})`;
}
