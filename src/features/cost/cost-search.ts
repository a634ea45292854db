import { chartParams } from '#src/components/chart/chart-params.ts';
import { tableParams } from '#src/components/table/table-params.ts';
import {
  choiceParam,
  defineSearch,
  flagParam,
  integerParam,
  listParam,
  numberParam,
  textParam,
} from '#src/url/search.ts';

/** Which tokens the whole cost is spread over. */
export const TOKENS = ['output', 'input', 'total'] as const;
export type Tokens = (typeof TOKENS)[number];

/** What of the cost page is in the URL. `prices` are the person's own: "h100-sxm:2.10", USD a GPU hour. */
export const costSearch = defineSearch({
  model: textParam(),
  shape: textParam(),
  tokens: choiceParam(TOKENS, 'output'),
  /** What the chart varies. */
  over: choiceParam(['use', 'price'], 'use'),
  basis: textParam(),
  use: integerParam(100, { min: 1, max: 100 }),
  user: numberParam(),
  kwh: numberParam(0.1),
  housing: numberParam(0),
  prices: listParam(),
  published: flagParam(true),
  simulated: flagParam(false),
  /** Selected rows, by job. */
  sel: listParam(),
  ...chartParams(),
  ...tableParams(),
});
