interface Size {
  readonly width: number;
  readonly height: number;
}

const px = (value: number): string => `${Math.round(value * 100) / 100}px`;

/** Turns a difference of lengths into all or nothing: CSS has no condition inside a length. */
const step = (difference: string, whole: string): string => `clamp(0px, (${difference}) * 9999, ${whole})`;

/**
 * Where a tooltip's corner goes, as a CSS transform in which 100 % is the tooltip's own size, so that nobody has to
 * measure it: right of the anchor, flipped to the left where it would leave the bounds, then shifted to stay inside;
 * centred on the anchor's height. All in pixels of the same box.
 */
export function placeTooltip(
  anchor: { readonly x: number; readonly y: number },
  bounds: Size,
  gap = 12,
): string {
  const right = px(anchor.x + gap);
  const left = `${px(anchor.x - gap)} - 100%`;
  const last = `${px(bounds.width)} - 100%`;
  // Left of the anchor, or at the end of the bounds where there is no room on the left either.
  const flipped = `${left} + ${step(`100% - ${px(anchor.x - gap)}`, px(bounds.width - anchor.x + gap))}`;
  const across = `max(0px, ${right} - ${step(`${right} - (${last})`, `${right} - (${flipped})`)})`;
  const down = `max(0px, min(${px(anchor.y)} - 50%, ${px(bounds.height)} - 100%))`;
  return `translate(${across}, ${down})`;
}
