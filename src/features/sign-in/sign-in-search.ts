import { defineSearch, textParam } from '#src/url/search.ts';

/** `return` is the page to come back to. */
export const signInSearch = defineSearch({ return: textParam('/') });
