/**
 * Stands in, in the production build, for the router's own way to write search parameters, which it links even where
 * it is given another (vite.config.ts).
 */
export {
  parseSearchText as defaultParseSearch,
  stringifySearchText as defaultStringifySearch,
} from './search-text.ts';
