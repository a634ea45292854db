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
import { MEASURES, STATISTICS } from './measures.ts';

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
  /** The day that movement is counted from, "2026-11-01". */
  since: textParam(),
  published: flagParam(true),
  simulated: flagParam(false),
  dominated: flagParam(false),
  /** Every deployment in the chart, not only the first few. */
  all: flagParam(false),
  sel: listParam(),
  row: integerParam(0, { min: 0 }),
  ...chartParams(),
  ...tableParams(),
});
