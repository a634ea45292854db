/** Jobs beside each other at most: more make an address too long. */
export const MOST_JOBS = 200;

/** The ids of the address, each once; what is no id is left out. */
export const jobIds = (texts: readonly string[]): number[] =>
  [...new Set(texts.filter((text) => /^[1-9]\d{0,9}$/.test(text)).map(Number))].slice(0, MOST_JOBS);
