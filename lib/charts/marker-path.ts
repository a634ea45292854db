/** Shapes told apart without colour. */
export const MARKERS = ['circle', 'square', 'triangle', 'diamond', 'wedge', 'plus'] as const;
export type Marker = (typeof MARKERS)[number];

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** SVG path of one filled marker of radius `r` around a pixel; the shapes have about the same area. */
export function markerPath(marker: Marker, x: number, y: number, r = 3.6): string {
  const at = (dx: number, dy: number): string => `${round(x + dx)} ${round(y + dy)}`;
  const polygon = (...corners: [number, number][]): string =>
    `M${corners.map(([dx, dy]) => at(dx, dy)).join('L')}z`;
  switch (marker) {
    case 'circle':
      return `M${at(-r, 0)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`;
    case 'square':
      return polygon(
        [-0.89 * r, -0.89 * r],
        [0.89 * r, -0.89 * r],
        [0.89 * r, 0.89 * r],
        [-0.89 * r, 0.89 * r],
      );
    case 'triangle':
      return polygon([0, -1.25 * r], [1.15 * r, 0.85 * r], [-1.15 * r, 0.85 * r]);
    case 'diamond':
      return polygon([0, -1.28 * r], [1.28 * r, 0], [0, 1.28 * r], [-1.28 * r, 0]);
    case 'wedge':
      return polygon([0, 1.25 * r], [1.15 * r, -0.85 * r], [-1.15 * r, -0.85 * r]);
    case 'plus': {
      const [long, arm] = [1.2 * r, 0.42 * r];
      return polygon(
        [-arm, -long],
        [arm, -long],
        [arm, -arm],
        [long, -arm],
        [long, arm],
        [arm, arm],
        [arm, long],
        [-arm, long],
        [-arm, arm],
        [-long, arm],
        [-long, -arm],
        [-arm, -arm],
      );
    }
  }
}
