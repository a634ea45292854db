interface Size {
  readonly width: number;
  readonly height: number;
}

interface Position {
  readonly left: number;
  readonly top: number;
}

/**
 * Where a tooltip's corner goes: right of the anchor, flipped to the left where it would leave the bounds, then
 * shifted to stay inside; centred on the anchor's height. All in pixels of the same box.
 */
export function placeTooltip(
  anchor: { readonly x: number; readonly y: number },
  tooltip: Size,
  bounds: Size,
  gap = 12,
): Position {
  const right = anchor.x + gap;
  const left = anchor.x - gap - tooltip.width;
  const flipped = right + tooltip.width > bounds.width && left >= 0 ? left : right;
  const shift = (value: number, size: number, limit: number): number =>
    Math.max(0, Math.min(value, limit - size));
  return {
    left: shift(flipped, tooltip.width, bounds.width),
    top: shift(anchor.y - tooltip.height / 2, tooltip.height, bounds.height),
  };
}
