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
import { MEASURES, STATISTICS } from './board-measures.ts';

/** What of the leaderboard is in the URL: subject, measure, limits, what is taken in, selection, open row. */
export const leaderboardSearch = defineSearch({
  model: textParam(),
  shape: textParam(),
  by: choiceParam(MEASURES, 'tokens_per_sec_per_gpu'),
  stat: choiceParam(STATISTICS, 'p99'),
  ttft: numberParam(),
  tpot: numberParam(),
  e2e: numberParam(),
  user: numberParam(),
  published: flagParam(true),
  simulated: flagParam(false),
  dominated: flagParam(false),
  hidden: listParam(),
  sel: listParam(),
  row: integerParam(0, { min: 0 }),
  ...tableParams(),
});
