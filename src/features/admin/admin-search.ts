import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch, integerParam, textParam } from '#src/url/search.ts';

export const ADMIN_TABS = ['members', 'tokens', 'clients', 'quotas', 'sizer', 'audit', 'workspace'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** What of the admin page is in the URL. `entry` is the audit entry whose detail is open, 0 none. */
export const adminSearch = defineSearch({
  tab: choiceParam(ADMIN_TABS, 'members'),
  ...tableParams(),
  action: textParam(),
  by: textParam(),
  outcome: choiceParam(['any', 'done', 'refused'], 'any'),
  days: choiceParam(['1', '7', '30', '90'], '90'),
  entry: integerParam(0, { min: 0 }),
});
