import { tableParams } from '#src/components/table/table-params.ts';
import { defineSearch, listParam, sortParam, textParam } from '#src/url/search.ts';

export const projectsSearch = defineSearch({
  q: textParam(),
  ...tableParams({ id: 'last_activity_at', desc: true }),
  /** Sort and columns of the reference panel. */
  rsort: sortParam({ id: 'project_name', desc: false }),
  rcols: listParam(),
});

export const projectSearch = defineSearch({
  q: textParam(),
  ...tableParams(),
});
