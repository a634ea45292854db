import { grouped } from '#lib/grouped.ts';

/** Where a curve stops rising: its best point, and the first from which nothing more than `tolerance` is gained. */
export interface Plateau {
  readonly peak: { readonly x: number; readonly y: number };
  /** The lowest x whose y is within `tolerance` of the peak; that of the peak itself where the curve still rises. */
  readonly from: number;
  /** Whether the peak is the last point measured: more may be had beyond. */
  readonly isOpen: boolean;
}

/** Finds the peak and plateau of a curve over load; null without points. `tolerance` is a share of the peak, 0.05 by default. */
export function plateauOf(
  points: readonly { readonly x: number; readonly y: number }[],
  tolerance = 0.05,
): Plateau | null {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  let peak = sorted[0];
  if (peak === undefined) return null;
  for (const point of sorted) if (point.y > peak.y) peak = point;
  const floor = peak.y * (1 - tolerance);
  const from = sorted.find(({ y }) => y >= floor)?.x ?? peak.x;
  return { peak: { x: peak.x, y: peak.y }, from, isOpen: peak.x === sorted.at(-1)?.x && from === peak.x };
}

/** Concurrencies from which a curve has a shape that something can be said of. */
const FEWEST = 3;

export interface NamedCurve {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The highest point of several curves over concurrency, and a sentence that says where its curve stops rising; null where none has three loads. */
export function leadingPlateau(curves: readonly NamedCurve[]): { peak: number; note: string } | null {
  const found = curves.flatMap(({ name, points }) => {
    const plateau = new Set(points.map(({ x }) => x)).size < FEWEST ? null : plateauOf(points);
    return plateau === null ? [] : [{ name, plateau }];
  });
  const [best] = found.sort((a, b) => b.plateau.peak.y - a.plateau.peak.y);
  if (best === undefined) return null;
  const { peak, from, isOpen } = best.plateau;
  const at = (x: number): string => grouped(x);
  return {
    peak: peak.y,
    note: isOpen
      ? `${best.name}: still rising at ${at(peak.x)}, the last concurrency measured`
      : `${best.name}: peak at ${at(peak.x)}, within 5 % of it from ${at(from)} on`,
  };
}
