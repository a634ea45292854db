import { choiceParam, defineSearch, textParam } from '#src/url/search.ts';

export const LANGUAGES = ['curl', 'typescript', 'python'] as const;
export type Language = (typeof LANGUAGES)[number];

export const apiSearch = defineSearch({
  q: textParam(),
  /** The operation shown; empty: the introduction. */
  op: textParam(),
  lang: choiceParam(LANGUAGES, 'curl'),
});
