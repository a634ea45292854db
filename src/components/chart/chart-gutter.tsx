import type { ChartLayout, ChartSeries } from '#lib/charts/chart-spec.ts';
import { gutterHeight, gutterLabel, gutterMarks, gutterWidth } from '#lib/charts/gutter.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';
import { seriesCss, type SeriesStyle } from '#lib/charts/series-style.ts';

interface ChartGutterProps {
  readonly layout: ChartLayout;
  readonly visible: readonly ChartSeries[];
  readonly frame: Frame;
  readonly width: number;
  readonly height: number;
}

/** The strips below and left of log axes: values at or below zero and missing ones, each where it stands on the other axis. */
export function ChartGutter({ layout, visible, frame, width, height }: ChartGutterProps) {
  const [below, beside] = [gutterHeight(layout), gutterWidth(layout)];
  const start = frame.left - beside;
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0" width={width} height={height}>
      {below > 0 && (
        <>
          <path d={`M${start} ${frame.bottom}H${frame.right}`} {...EDGE} />
          <text x={start - 8} y={frame.bottom + below / 2 + 4} textAnchor="end" {...WORD}>
            {gutterLabel(layout)}
          </text>
        </>
      )}
      {beside > 0 && (
        <>
          <path d={`M${frame.left} ${frame.top}V${frame.bottom + below}`} {...EDGE} />
          <text x={frame.left - beside / 2} y={frame.bottom + below + 14} textAnchor="middle" {...WORD}>
            ≤ 0
          </text>
        </>
      )}
      {gutterPaths(layout, visible, frame).map(({ key, style, d, isMissing }) => (
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

const EDGE = { stroke: 'var(--line-strong)', strokeDasharray: '1 3' };
const WORD = { fontSize: 11, fill: 'var(--ink-3)' };

interface GutterPath {
  readonly key: string;
  readonly style: SeriesStyle;
  readonly d: string;
  readonly isMissing: boolean;
}

/** One path for the values and one for the gaps of a series, however many there are. */
function gutterPaths(layout: ChartLayout, visible: readonly ChartSeries[], frame: Frame): GutterPath[] {
  const paths = new Map<string, GutterPath>();
  for (const { series, path, isMissing } of gutterMarks(layout, visible, frame)) {
    const entry = visible[series];
    if (!entry) continue;
    const key = `${entry.id} ${isMissing}`;
    paths.set(key, { key, style: entry.style, d: (paths.get(key)?.d ?? '') + path, isMissing });
  }
  return [...paths.values()];
}
