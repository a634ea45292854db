import { tableParams } from '#src/components/table/table-params.ts';
import { choiceParam, defineSearch, integerParam } from '#src/url/search.ts';

/** The drawer's server (id, 0 for none) and the open dialog live in the address: both can be linked to. */
export const serversSearch = defineSearch({
  server: integerParam(0, { min: 0 }),
  dialog: choiceParam(['none', 'worker', 'config', 'model'], 'none'),
  ...tableParams({ id: 'hostname', desc: false }),
});
