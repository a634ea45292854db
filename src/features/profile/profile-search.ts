import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch } from '#src/url/search.ts';

const TABS = ['account', 'tokens', 'api-keys'] as const;
export type ProfileTab = (typeof TABS)[number];

export const profileSearch = defineSearch({
  tab: choiceParam(TABS, 'account'),
  ...tableParams({ id: 'created_at', desc: true }),
});
