import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
} from 'react';
import type { Frame } from '#lib/charts/series-geometry.ts';
import { panShares, zoomShares, type ZoomMove } from '#lib/charts/zoom.ts';

/** A stretch being dragged, in pixels of the plot; a null axis stays as it is. */
export interface DragBox {
  readonly x: readonly [number, number] | null;
  readonly y: readonly [number, number] | null;
}

interface Gestures {
  /** Null before the chart is placed. */
  readonly frame: Frame | null;
  readonly isZoomable: boolean;
  readonly isZoomed: boolean;
  /** Small multiples are zoomed over x alone. */
  readonly isXOnly: boolean;
  readonly onMove: (move: ZoomMove) => void;
  /** The pointer passes without dragging: the last place that it was told of. */
  readonly onHover: (px: number, py: number) => void;
  readonly onLeave: () => void;
  /** A press becomes a drag. */
  readonly onDrag: () => void;
  /** Pressed and let go in one place. */
  readonly onPress: (event: PointerEvent, px: number, py: number) => void;
}

interface Press {
  readonly px: number;
  readonly py: number;
  readonly kind: 'box' | 'pan' | 'none';
  readonly isMoved: boolean;
}

/**
 * A passing pointer is read every second frame of sixty a second: nearly all that a reading costs is the browser's work to
 * lay out and paint it, and it jumps from point to point anyway. The place where the pointer rests is read a frame later.
 */
const HOVER_MS = 30;
/** Pixels before a press becomes a drag, and within which a box is a stretch of one axis only. */
const [DRAG, FLAT] = [5, 14];

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

function placeIn(target: HTMLElement, event: PointerEvent): { px: number; py: number } {
  const bounds = target.getBoundingClientRect();
  return { px: event.clientX - bounds.left, py: event.clientY - bounds.top };
}

/** Tooltip and ruler lie over the plot and have presses of their own. */
const isElsewhere = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('[data-over-plot]') !== null;

function boxTo(from: Press, to: { px: number; py: number }, frame: Frame, isXOnly: boolean): DragBox {
  const ends = (a: number, b: number, low: number, high: number): readonly [number, number] => [
    clamp(a, low, high),
    clamp(b, low, high),
  ];
  const isWide = isXOnly || Math.abs(to.py - from.py) < FLAT;
  const isTall = !isWide && Math.abs(to.px - from.px) < FLAT;
  return {
    x: isTall ? null : ends(from.px, to.px, frame.left, frame.right),
    y: isWide ? null : ends(from.py, to.py, frame.top, frame.bottom),
  };
}

function moveOf({ x, y }: DragBox, frame: Frame): ZoomMove {
  const across = (pixel: number): number => (pixel - frame.left) / (frame.right - frame.left);
  const up = (pixel: number): number => (frame.bottom - pixel) / (frame.bottom - frame.top);
  return {
    x: x ? [across(x[0]), across(x[1])] : undefined,
    y: y ? [up(y[0]), up(y[1])] : undefined,
  };
}

/**
 * Box, pan and wheel over a plot. Dragging the mouse marks a box, with Shift it pans, as a finger does once zoomed;
 * the wheel zooms with Ctrl, Command or (over x alone) Shift, so that plain scrolling stays the page's.
 */
export function usePlotGestures(target: RefObject<HTMLElement | null>, gestures: Gestures) {
  const [box, setBox] = useState<DragBox | null>(null);
  const press = useRef<Press | null>(null);
  const panned = useRef<{ dx: number; dy: number; frame: number } | null>(null);
  const hovered = useRef<{ px: number; py: number; frame: number } | null>(null);
  const hoveredAt = useRef(-Infinity);
  const latest = useLatest(gestures);
  useWheelZoom(target, latest);

  const pan = (dx: number, dy: number): void => {
    if (panned.current) {
      panned.current.dx += dx;
      panned.current.dy += dy;
      return;
    }
    const step = requestAnimationFrame(() => {
      const moved = panned.current;
      const { frame, isXOnly, onMove } = latest.current;
      panned.current = null;
      if (moved === null || frame === null) return;
      onMove({
        x: panShares(-moved.dx / (frame.right - frame.left)),
        y: isXOnly ? undefined : panShares(moved.dy / (frame.bottom - frame.top)),
      });
    });
    panned.current = { dx, dy, frame: step };
  };
  // Browsers tell of moves right before a frame, once as a pointer's and once as a mouse's: what is drawn between the
  // two would be laid out for the second to find its target.
  const hover = (to: { px: number; py: number }): void => {
    const frame = hovered.current?.frame ?? requestAnimationFrame(hoverNow);
    hovered.current = { ...to, frame };
  };
  const hoverNow = (now: number): void => {
    const at = hovered.current;
    if (at === null) return;
    if (now - hoveredAt.current < HOVER_MS) {
      hovered.current = { ...at, frame: requestAnimationFrame(hoverNow) };
      return;
    }
    hovered.current = null;
    hoveredAt.current = now;
    latest.current.onHover(at.px, at.py);
  };
  const hoverNoMore = (): void => {
    if (hovered.current) cancelAnimationFrame(hovered.current.frame);
    hovered.current = null;
  };
  const stop = (): void => {
    press.current = null;
    setBox(null);
  };
  const onPointerMove = (event: PointerEvent, element: HTMLElement): void => {
    const to = placeIn(element, event);
    const from = press.current;
    const { frame } = gestures;
    if (from === null || from.kind === 'none' || frame === null) {
      hover(to);
      return;
    }
    if (!from.isMoved) {
      if (Math.hypot(to.px - from.px, to.py - from.py) < DRAG) return;
      element.setPointerCapture(event.pointerId);
      hoverNoMore();
      gestures.onDrag();
    }
    if (from.kind === 'box') {
      press.current = { ...from, isMoved: true };
      setBox(boxTo(from, to, frame, gestures.isXOnly));
    } else {
      pan(to.px - from.px, to.py - from.py);
      press.current = { ...from, ...to, isMoved: true };
    }
  };
  const moveNow = useLatest(onPointerMove);
  // React would make an event of its own of each of the many moves.
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    const listen = (event: PointerEvent): void => moveNow.current(event, element);
    element.addEventListener('pointermove', listen);
    return () => element.removeEventListener('pointermove', listen);
  }, [target, moveNow]);
  return {
    box,
    onPointerDown: ({ nativeEvent: event, currentTarget }: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || isElsewhere(event)) return;
      const isTouch = event.pointerType === 'touch';
      const isPan = gestures.isZoomed && (event.shiftKey || isTouch);
      const canDrag = gestures.isZoomable && gestures.frame !== null;
      const kind = !canDrag || (isTouch && !isPan) ? 'none' : isPan ? 'pan' : 'box';
      press.current = { ...placeIn(currentTarget, event), kind, isMoved: false };
    },
    onPointerUp: ({ nativeEvent: event, currentTarget }: ReactPointerEvent<HTMLElement>) => {
      const from = press.current;
      if (from === null) return;
      const to = placeIn(currentTarget, event);
      stop();
      if (from.kind === 'box' && from.isMoved && gestures.frame !== null)
        gestures.onMove(moveOf(boxTo(from, to, gestures.frame, gestures.isXOnly), gestures.frame));
      else if (!from.isMoved && Math.hypot(to.px - from.px, to.py - from.py) < 2 * DRAG)
        gestures.onPress(event, to.px, to.py);
    },
    onPointerCancel: stop,
    onPointerLeave: () => {
      hoverNoMore();
      gestures.onLeave();
    },
  };
}

/** What was given last, for listeners that outlive a render. */
function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** A notch of a wheel is about 100 px: a quarter closer. */
const PER_PIXEL = 0.0025;

/** React listens to wheels passively, and the page would scroll or zoom too. Notches of one frame are one step. */
function useWheelZoom(target: RefObject<HTMLElement | null>, latest: RefObject<Gestures>): void {
  useEffect(() => {
    const element = target.current;
    if (element === null) return;
    let waiting: { delta: number; step: number } | null = null;
    const onWheel = (event: WheelEvent): void => {
      const { frame, isZoomable } = latest.current;
      const isAsked = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!isAsked || frame === null || !isZoomable) return;
      event.preventDefault();
      // With Shift browsers turn the wheel sideways.
      const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
      if (waiting) {
        waiting.delta += delta;
        return;
      }
      const bounds = element.getBoundingClientRect();
      const [px, py] = [event.clientX - bounds.left, event.clientY - bounds.top];
      const isXOnly = latest.current.isXOnly || event.shiftKey;
      const step = requestAnimationFrame(() => {
        const factor = Math.exp(clamp((waiting?.delta ?? 0) * PER_PIXEL, -1, 1));
        waiting = null;
        const across = clamp((px - frame.left) / (frame.right - frame.left), 0, 1);
        const up = clamp((frame.bottom - py) / (frame.bottom - frame.top), 0, 1);
        latest.current.onMove({
          x: zoomShares(factor, across),
          y: isXOnly ? undefined : zoomShares(factor, up),
        });
      });
      waiting = { delta, step };
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      if (waiting) cancelAnimationFrame(waiting.step);
    };
  }, [target, latest]);
}
