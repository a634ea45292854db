import { TABLE_KEYS, type TableView } from '#src/components/table/table-params.ts';
import type { ViewState } from '#src/url/search.ts';
import type { projectsSearch } from './projects-search.ts';

type ProjectsView = ViewState<typeof projectsSearch.shape>;

/** The view of the reference panel's table. */
export const referenceView = (view: ProjectsView) =>
  Object.fromEntries(TABLE_KEYS.map((key) => [key, view[`r${key}`]])) as unknown as TableView;

/** A change of it as one of the page. */
export const referenceChange = (change: Partial<TableView>): Partial<ProjectsView> =>
  Object.fromEntries(Object.entries(change).map(([key, value]) => [`r${key}`, value]));
