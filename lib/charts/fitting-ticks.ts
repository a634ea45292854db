import { CHARACTER_PX } from './text-width.ts';

/** Pixels between two names that are told apart. */
const GAP = 5;

interface NamedTick {
  readonly value: number;
  readonly text: string;
  /** Pixels of its middle; null where the axis has no place for it. */
  readonly at: number | null;
}

const half = ({ text }: NamedTick): number => (text.length * CHARACTER_PX) / 2;

/**
 * Of the ticks of a horizontal axis those whose names stand beside one another: every one, else every second, and so
 * on from the first. One that would be cut off at either end of the chart is left out. Texts are not measured: the
 * browser would have to lay the page out for it while the chart is being made.
 */
export function fittingTicks(ticks: readonly NamedTick[], width: number): NamedTick[] {
  const placed = ticks.filter((tick) => {
    if (tick.at === null) return false;
    return tick.at - half(tick) >= 0 && tick.at + half(tick) <= width;
  });
  for (let stride = 1; stride < placed.length; stride += 1) {
    const kept = placed.filter((_, index) => index % stride === 0);
    if (kept.every((tick, index) => index === 0 || isApart(kept[index - 1], tick))) return kept;
  }
  return placed.slice(0, 1);
}

const isApart = (before: NamedTick | undefined, tick: NamedTick): boolean =>
  before === undefined || (tick.at ?? 0) - half(tick) - ((before.at ?? 0) + half(before)) >= GAP;
