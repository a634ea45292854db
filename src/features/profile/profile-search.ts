import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch } from '#src/url/search.ts';

export const profileSearch = defineSearch({
  tab: choiceParam(['account', 'tokens', 'api-keys'], 'account'),
  ...tableParams({ id: 'created_at', desc: true }),
});
