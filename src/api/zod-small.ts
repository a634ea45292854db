export { config } from './zod/issues.ts';

/**
 * The part of zod that the contract and the pages write, as a reader of our own: it stands in for `zod` in the
 * production build (vite.config.ts) and nowhere else, where zod itself is 12 kB gzipped of every page and this is 3.
 * zod-small.test.ts holds it against zod on every schema there is: values, issues and their words.
 */
export * as z from './zod/z.ts';
