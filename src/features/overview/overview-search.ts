import { defineSearch, flagParam, textParam } from '#src/url/search.ts';

/** What of the overview is in the URL: the workload shape of the matrix, and whether published figures stand in it. */
export const overviewSearch = defineSearch({
  shape: textParam(),
  published: flagParam(true),
});
