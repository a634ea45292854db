import { defineSearch, integerParam, textParam } from '#src/url/search.ts';

/** What a link fills the form with: a project (name or id), a job to repeat (id), a server and one of its configs. */
export const submitSearch = defineSearch({
  project: textParam(),
  from: integerParam(0, { min: 0 }),
  server: textParam(),
  config: textParam(),
  model: textParam(),
});
