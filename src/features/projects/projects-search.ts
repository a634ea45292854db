import { TABLE_KEYS, tableParams, type TableView } from '#src/components/table/table-params.ts';
import { defineSearch, listParam, textParam, type ViewState } from '#src/url/search.ts';

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

type ProjectsView = ViewState<typeof projectsSearch.shape>;

/** The view of the reference panel's table. */
export const referenceView = (view: ProjectsView) =>
  Object.fromEntries(TABLE_KEYS.map((key) => [key, view[`r${key}`]])) as unknown as TableView;

/** A change of it as one of the page. */
export const referenceChange = (change: Partial<TableView>): Partial<ProjectsView> =>
  Object.fromEntries(Object.entries(change).map(([key, value]) => [`r${key}`, value]));

export const projectSearch = defineSearch({
  q: textParam(),
  ...tableParams(),
  /** Ids of selected runs. */
  sel: listParam(),
});
