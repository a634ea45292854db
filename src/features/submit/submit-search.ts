import { defineSearch, integerParam, textParam } from '#src/url/search.ts';

/**
 * What a link fills the form with: a project (name or id), a job whose settings it takes (id), a server and one of its
 * configs, a model, and a load: concurrency (or a list of it), lengths in tokens, and how often each.
 */
export const submitSearch = defineSearch({
  project: textParam(),
  from: integerParam(0, { min: 0 }),
  server: textParam(),
  config: textParam(),
  model: textParam(),
  concurrency: textParam(),
  isl: textParam(),
  osl: textParam(),
  repeats: textParam(),
});
