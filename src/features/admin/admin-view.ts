import type { ViewState } from '#src/url/search.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import type { adminSearch } from './admin-search.ts';

export type AdminView = ViewState<typeof adminSearch.shape>;

/** What each tab is given. */
export interface AdminPanelProps {
  view: AdminView;
  onViewChange: SetView<AdminView>;
}
