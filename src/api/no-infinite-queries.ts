/**
 * Stands in, in the production build, for what query-core links for queries read page after page, which we have none
 * of: big views are read by windows (`useRangeRows`). Such a query fails at its first read.
 */
export function infiniteQueryBehavior(): never {
  throw new Error('This build has no infinite queries: see vite.config.ts');
}
