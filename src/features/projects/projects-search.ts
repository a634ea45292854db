import { tableParams } from '#src/components/table/table-params.ts';
import { defineSearch, listParam, textParam } from '#src/url/search.ts';

const reference = tableParams({ id: 'project_name', desc: false });

export const projectsSearch = defineSearch({
  q: textParam(),
  ...tableParams({ id: 'last_activity_at', desc: true }),
  /** The same of the reference panel. */
  rsort: reference.sort,
  rcols: reference.cols,
  rfilters: reference.filters,
  rwidths: reference.widths,
  rpins: reference.pins,
  rfind: reference.find,
});

export const projectSearch = defineSearch({
  q: textParam(),
  ...tableParams(),
  /** Ids of selected runs. */
  sel: listParam(),
});
