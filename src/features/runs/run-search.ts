import { chartParams } from '#src/components/chart/chart-params.ts';
import { tableParams } from '#src/components/table/table-params.ts';
import {
  choicesParam,
  defineSearch,
  flagParam,
  integerParam,
  listParam,
  textParam,
} from '#src/url/search.ts';
import { STATUS_GROUPS } from './run-status.ts';

const { zoom, ruler, table } = chartParams();

export const runSearch = defineSearch({
  q: textParam(),
  status: choicesParam(STATUS_GROUPS),
  /** Only columns in which the jobs differ. */
  vary: flagParam(),
  /** Selected jobs. */
  sel: listParam(),
  /** Metrics of the two charts; empty is the first that has values. */
  thr: textParam(),
  lat: textParam(),
  /** Metric of the matrix; empty is that of the upper chart. */
  matrix: textParam(),
  /** Lengths shown, "1024x1024" or "all"; empty is all, or the commonest where all would be too many lines. */
  shape: textParam(),
  /** Series shown, by token; empty is the first few, "all" is all. */
  series: listParam(),
  /** The run of the project that this one is set against; 0 is none. */
  base: integerParam(0, { min: 0 }),
  zoom,
  ruler,
  table,
  ...tableParams(),
});
