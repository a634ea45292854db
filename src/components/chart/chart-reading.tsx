import type { ChartLayout, ChartSeries, ChartSpec } from '#lib/charts/chart-spec.ts';
import type { Frame } from '#lib/charts/series-geometry.ts';
import { useCursor, type CursorStore } from './chart-cursor.ts';
import { ChartOverlay } from './chart-overlay.tsx';
import { ChartTooltip } from './chart-tooltip.tsx';

interface ChartReadingProps {
  readonly panels: readonly ChartSpec[];
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly visible: readonly ChartSeries[];
  readonly store: CursorStore;
  readonly frame: Frame;
  readonly layout: ChartLayout;
  readonly width: number;
  readonly height: number;
  readonly onOpen: (href: string, isNewTab: boolean) => void;
}

/** All that a panel draws anew as the cursor moves: crosshair, ring and tooltip. */
export function ChartReading({ store, visible, width, height, onOpen, ...plot }: ChartReadingProps) {
  const { at, isPinned } = useCursor(store, (cursor) => cursor);
  const spec = at && plot.panels[plot.index];
  if (!spec) return null;
  return (
    <>
      <ChartOverlay {...plot} at={at} />
      {at.panel === plot.index && (
        <ChartTooltip
          spec={spec}
          visible={visible}
          at={at}
          isPinned={isPinned}
          layout={plot.layout}
          frame={plot.frame}
          width={width}
          height={height}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
