import { memo, useLayoutEffect, useRef } from 'react';
import type { ChartSeries } from '#lib/charts/chart-spec.ts';
import { useCursor, type CursorStore } from '#src/components/chart/chart-cursor.ts';
import type { Cloud } from './cloud.ts';
import { drawCloud, type StampStyle } from './draw-cloud.ts';
import { useLook } from './use-look.ts';

interface DenseLayerProps {
  /** Null where the points are few enough for paths: then nothing is drawn here. */
  readonly cloud: Cloud | null;
  readonly store: CursorStore;
  /** CSS pixels of the chart. */
  readonly width: number;
  readonly height: number;
}

/** The markers of a dense chart, on a canvas under the axes' SVG; lines, whiskers and labels stay in the SVG. */
export const DenseLayer = memo(function DenseLayer({ cloud, ...rest }: DenseLayerProps) {
  return cloud && <DenseCanvas cloud={cloud} {...rest} />;
});

/** What the style sheets say, read once a look: reading it makes the browser work out styles at once. */
interface Palette {
  readonly look: number;
  readonly lightness: number;
  readonly chroma: number;
  readonly ground: string;
}

function DenseCanvas({ cloud, store, width, height }: DenseLayerProps & { readonly cloud: Cloud }) {
  const ref = useRef<HTMLCanvasElement>(null);
  const palette = useRef<Palette | null>(null);
  const look = useLook();
  const emphasis = useCursor(store, (cursor) => cursor.emphasis);
  useLayoutEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context) return;
    const { canvas } = context;
    const scale = devicePixelRatio;
    const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
    // Setting a size, even the same, makes a new bitmap.
    if (canvas.width !== across) canvas.width = across;
    if (canvas.height !== down) canvas.height = down;
    if (palette.current?.look !== look) palette.current = readPalette(canvas, look);
    const { ground } = palette.current;
    drawCloud(context, cloud, stampStyles(palette.current, cloud.visible, emphasis), ground, scale);
  }, [cloud, emphasis, look, width, height]);
  return (
    <canvas
      ref={ref}
      aria-hidden
      className="pointer-events-none absolute inset-0 bg-surface"
      style={{ width, height }}
    />
  );
}

function readPalette(canvas: HTMLCanvasElement, look: number): Palette {
  const computed = getComputedStyle(canvas);
  return {
    look,
    lightness: Number(computed.getPropertyValue('--s-l')),
    chroma: Number(computed.getPropertyValue('--s-c')),
    ground: computed.backgroundColor,
  };
}

/** Colours as `seriesCss` has them, with the theme's lightness and chroma put in: a canvas knows no custom properties. */
function stampStyles(
  { lightness, chroma }: Palette,
  visible: readonly ChartSeries[],
  emphasis: string | null,
): StampStyle[] {
  return visible.map(({ id, style }) => ({
    colour: `oklch(${lightness + style.lightness} ${chroma + style.chroma} ${style.hue})`,
    marker: style.marker,
    opacity: emphasis === null || emphasis === id ? 1 : 0.2,
  }));
}
