import { choiceParam, defineSearch, textParam } from '#src/url/search.ts';
import { LANGUAGES } from './api-snippets.ts';

export const apiSearch = defineSearch({
  q: textParam(),
  /** The operation shown; empty: the introduction. */
  op: textParam(),
  lang: choiceParam(LANGUAGES, 'curl'),
});
