import { memo, Suspense, useMemo, useRef, useState } from 'react';
import { useRouter } from '@tanstack/react-router';
import { visibleSeries, type ChartLayout, type ChartPoint, type ChartSpec } from '#lib/charts/chart-spec.ts';
import { gutterMarks } from '#lib/charts/gutter.ts';
import type { PlacedPoint } from '#lib/charts/hit-grid.ts';
import { isMeasurable, type Ruler } from '#lib/charts/ruler.ts';
import { isZoomable, type ZoomMove } from '#lib/charts/zoom.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { ChartGutter } from './chart-gutter.tsx';
import { ChartReading } from './chart-reading.tsx';
import { NO_CURSOR, type CursorStore } from './chart-cursor.ts';
import { DenseLayer } from './dense/dense-layer.tsx';
import { openPoint } from './open-point.ts';
import { usePlotGestures, type DragBox } from './plot-gestures.ts';
import type { Placement } from './plot-layer.tsx';
import { NO_X_LABELS, RechartsFrame, X_LABELS } from './recharts-frame.tsx';
import { useWidth } from './use-width.ts';

const RulerLayer = lazyPart(
  () => import('./ruler-layer.tsx'),
  (part) => part.RulerLayer,
);

interface ChartPlotProps {
  readonly panels: readonly ChartSpec[];
  readonly layout: ChartLayout;
  readonly index: number;
  readonly hidden: ReadonlySet<string>;
  readonly store: CursorStore;
  /** Pixels of the plot with its axis. */
  readonly height: number;
  /** Pixels kept for the y labels, the same for all panels of a frame. */
  readonly axisWidth: number;
  readonly ruler: Ruler | null;
  /** The ruler was asked for by key: it takes the keyboard. */
  readonly isRulerKeyed: boolean;
  readonly onRulerChange: (ruler: Ruler | null) => void;
  readonly onMove: (index: number, move: ZoomMove) => void;
  /** Shows the whole of both axes again. */
  readonly onFit: () => void;
}

/** Pixels from a point within which a press is on it, not beside it. */
const ON_POINT = 12;

/** One panel: Recharts draws axes and grid, our layer the series; tooltip, crosshair and ruler live outside the chart. */
export const ChartPlot = memo(function ChartPlot({
  panels,
  layout,
  index,
  hidden,
  store,
  height,
  axisWidth,
  ruler,
  isRulerKeyed,
  onRulerChange,
  onMove,
  onFit,
}: ChartPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const router = useRouter({ warn: false });
  const [placement, setPlacement] = useState<Placement | null>(null);
  const spec = panels[index];
  const visible = useMemo(() => (spec ? visibleSeries(spec, hidden) : []), [spec, hidden]);
  const frame = placement?.frame ?? null;
  const hasGutter = layout.gutter !== null || layout.sideGutter > 0;

  const find = (px: number, py: number) => {
    if (placement === null) return null;
    const { bottom, left } = placement.frame;
    const [isBelow, isLeft] = [hasGutter && py > bottom, hasGutter && px < left];
    if (!isBelow && !isLeft) return placement.find(px, py);
    const distance = (mark: PlacedPoint): number =>
      Math.max(
        isLeft && !isBelow ? 0 : Math.abs(mark.px - px),
        isBelow && !isLeft ? 0 : Math.abs(mark.py - py),
      );
    const [nearest] = gutterMarks(layout, visible, placement.frame).sort((a, b) => distance(a) - distance(b));
    return nearest && distance(nearest) <= ON_POINT ? nearest : null;
  };
  const pointAt = (series: number, point: number): ChartPoint | undefined => visible[series]?.points[point];
  const hover = (px: number, py: number): void => {
    const cursor = store.get();
    if (cursor.isPinned) return;
    const found = find(px, py);
    const isLink =
      found !== null &&
      Math.hypot(found.px - px, found.py - py) <= ON_POINT &&
      pointAt(found.series, found.point)?.href !== undefined;
    const pointer = isLink ? 'pointer' : '';
    if (box.current && box.current.style.cursor !== pointer) box.current.style.cursor = pointer;
    if (found) {
      const at = { panel: index, series: found.series, point: found.point };
      store.set({ ...cursor, at, by: 'pointer', isPinned: false });
    } else if (cursor.by === 'pointer') store.set(NO_CURSOR);
  };
  // A press on a point opens what it stands for; beside one, and by a finger, it pins what is read.
  const pressAt = (event: PointerEvent, px: number, py: number): void => {
    const found = find(px, py);
    const cursor = store.get();
    if (!found) {
      store.set(NO_CURSOR);
      return;
    }
    const href = pointAt(found.series, found.point)?.href;
    const isOn = Math.hypot(found.px - px, found.py - py) <= ON_POINT;
    if (isOn && href !== undefined && event.pointerType !== 'touch') {
      openPoint(router, href, event.ctrlKey || event.metaKey);
      return;
    }
    const at = { panel: index, series: found.series, point: found.point };
    store.set({ ...cursor, at, by: 'pointer', isPinned: !cursor.isPinned });
  };
  const leave = (): void => {
    const { by, isPinned } = store.get();
    if (by === 'pointer' && !isPinned) store.set(NO_CURSOR);
  };
  const gestures = usePlotGestures(box, {
    frame,
    isZoomable: spec !== undefined && isZoomable(spec),
    isZoomed: spec?.isZoomed === true,
    isXOnly: panels.length > 1,
    onMove: (move) => onMove(index, move),
    onHover: hover,
    onLeave: leave,
    // What was read may be out of sight after it.
    onDrag: () => store.set(NO_CURSOR),
    onPress: pressAt,
  });
  if (!spec) return null;
  const isLast = index === panels.length - 1;
  const full = height + (isLast ? X_LABELS : NO_X_LABELS);
  return (
    <div className="px-3 pt-2">
      <div className="flex gap-3 text-2xs text-ink-2">
        <span>{spec.y.label}</span>
        {index === 0 && spec.bands?.map(({ label }) => <BandKey key={label} label={label} />)}
      </div>
      <div
        ref={box}
        className="relative touch-pan-y select-none"
        style={{ height: full }}
        onPointerDown={gestures.onPointerDown}
        onPointerUp={gestures.onPointerUp}
        onPointerCancel={gestures.onPointerCancel}
        onPointerLeave={gestures.onPointerLeave}
        onDoubleClick={onFit}
      >
        {width !== null && width > 0 && (
          <>
            <DenseLayer cloud={placement?.cloud ?? null} store={store} width={width} height={full} />
            <RechartsFrame
              spec={spec}
              layout={layout}
              visible={visible}
              store={store}
              width={width}
              height={full}
              axisWidth={axisWidth}
              hasXLabels={isLast}
              onPlace={setPlacement}
            />
            {frame && hasGutter && (
              <ChartGutter layout={layout} visible={visible} frame={frame} width={width} height={full} />
            )}
            {frame && ruler !== null && ruler.key === spec.x.key && isMeasurable(spec) && (
              <Suspense>
                <RulerLayer
                  spec={spec}
                  layout={layout}
                  visible={visible}
                  frame={frame}
                  ruler={ruler}
                  hasHandle={index === 0}
                  takesFocus={isRulerKeyed}
                  width={width}
                  height={full}
                  onChange={onRulerChange}
                />
              </Suspense>
            )}
            {frame && gestures.box && <DraggedBox box={gestures.box} frame={frame} />}
            {frame && gestures.box === null && (
              <ChartReading
                panels={panels}
                index={index}
                hidden={hidden}
                visible={visible}
                store={store}
                frame={frame}
                layout={layout}
                width={width}
                height={full}
                onOpen={(href, isNewTab) => openPoint(router, href, isNewTab)}
              />
            )}
          </>
        )}
      </div>
    </div>
  );
});

function DraggedBox({ box, frame }: { readonly box: DragBox; readonly frame: Placement['frame'] }) {
  const [x, y] = [box.x ?? [frame.left, frame.right], box.y ?? [frame.top, frame.bottom]];
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute border border-accent bg-accent/10"
      style={{
        left: Math.min(x[0], x[1]),
        top: Math.min(y[0], y[1]),
        width: Math.abs(x[1] - x[0]),
        height: Math.abs(y[1] - y[0]),
      }}
    />
  );
}

function BandKey({ label }: { readonly label: string }) {
  return (
    <span className="flex items-center gap-1.5 text-ink-3">
      <span
        aria-hidden
        className="inline-block h-2.5 w-3.5"
        style={{ background: 'color-mix(in oklab, var(--ink-3) 14%, transparent)' }}
      />
      {label}
    </span>
  );
}
