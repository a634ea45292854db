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
import type { ViewState } from '#src/url/search.ts';

export const COMPARE_VIEWS = [
  'jobs',
  'models',
  'frameworks',
  'quantization',
  'concurrency',
  'hardware',
] as const;
export type CompareKind = (typeof COMPARE_VIEWS)[number];

const { zoom, ruler, table } = chartParams();

/** What of the comparisons is in the URL: the tab, what is held fixed, the axes, what is taken in, the open point. */
export const compareSearch = defineSearch({
  view: choiceParam(COMPARE_VIEWS, 'jobs'),
  // Selected jobs, side by side.
  jobs: listParam(),
  base: integerParam(0, { min: 0 }),
  diff: flagParam(true),
  // What is held fixed.
  model: textParam(),
  shape: textParam(),
  gpu: textParam(),
  fw: textParam(),
  prec: textParam(),
  src: textParam(),
  // Axes and series.
  x: textParam(),
  y: textParam(),
  lat: textParam(),
  scale: choiceParam(['auto', 'linear', 'log10'], 'auto'),
  dominated: flagParam(false),
  /** Where curves are read; null: where most of them have values. */
  at: numberParam(),
  shown: listParam(),
  // What is taken in.
  published: flagParam(true),
  simulated: flagParam(false),
  /** Every load of the hardware, not only its best. */
  loads: flagParam(false),
  point: integerParam(0, { min: 0 }),
  /** Ids of the selected rows. */
  sel: listParam(),
  zoom,
  ruler,
  table,
  ...tableParams(),
});
export type CompareView = ViewState<typeof compareSearch.shape>;
