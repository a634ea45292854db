import type { ChartLayout, ChartSeries } from '#lib/charts/chart-spec.ts';
import { gutterHeight, gutterLabel, gutterMarks } from '#lib/charts/gutter.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';

interface ChartGutterProps {
  readonly layout: ChartLayout;
  readonly visible: readonly ChartSeries[];
  readonly frame: Frame;
  readonly width: number;
  readonly height: number;
}

/** The strip below a log axis: values at or below zero and missing ones, each where it stands in x. */
export function ChartGutter({ layout, visible, frame, width, height }: ChartGutterProps) {
  const middle = frame.bottom + gutterHeight(layout) / 2;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={height}>
      <line
        x1={frame.left}
        x2={frame.right}
        y1={frame.bottom}
        y2={frame.bottom}
        stroke="var(--line-strong)"
        strokeDasharray="1 3"
      />
      <text x={frame.left - 8} y={middle + 4} fontSize={11} textAnchor="end" fill="var(--ink-3)">
        {gutterLabel(layout)}
      </text>
      {gutterPaths(visible, frame).map(({ key, style, d, isMissing }) => (
        <path
          key={key}
          d={d}
          strokeWidth={1.5}
          style={{ fill: isMissing ? 'none' : 'var(--surface)', stroke: seriesCss(style) }}
        />
      ))}
    </svg>
  );
}

interface GutterPath {
  readonly key: string;
  readonly style: SeriesStyle;
  readonly d: string;
  readonly isMissing: boolean;
}

/** One path for the values and one for the gaps of a series, however many there are. */
function gutterPaths(visible: readonly ChartSeries[], frame: Frame): GutterPath[] {
  const paths = new Map<string, GutterPath>();
  for (const { series, path, isMissing } of gutterMarks(visible, frame)) {
    const entry = visible[series];
    if (!entry) continue;
    const key = `${entry.id} ${isMissing}`;
    paths.set(key, { key, style: entry.style, d: (paths.get(key)?.d ?? '') + path, isMissing });
  }
  return [...paths.values()];
}
