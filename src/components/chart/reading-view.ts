import type { ReadingContent, TooltipContent, TooltipLine } from './reading-content.ts';
import { SWATCH, swatchShapes, type SwatchSpec } from './swatch-shapes.ts';

/**
 * Crosshair, ring and tooltip as elements of our own: a pointer passes hundreds of points, and rendering them costs
 * twice what the browser needs to show them. Words are text nodes; what stays the same is not written.
 */
export interface ReadingView {
  readonly draw: (content: ReadingContent | null) => void;
}

/** Moved by transforms: what only moves is not laid out anew. */
const MOVED = 'absolute top-0 left-0';
const TOOLTIP = 'rounded border border-line-strong bg-surface px-2.5 py-1.5 text-xs shadow-overlay';
/** Pixels of the ring's box. */
const RING = 16;

const SVG = 'http://www.w3.org/2000/svg';

/** Fills `box` at the first point that is read; `onOpen` is told of a press on the link of a pinned one. */
export function createReadingView(
  box: HTMLElement,
  onOpen: (href: string, isNewTab: boolean) => void,
): ReadingView {
  let made: ((content: ReadingContent | null) => void) | null = null;
  return {
    draw: (content) => {
      setHidden(box, content === null);
      if (content) made ??= fill(box, onOpen);
      made?.(content);
    },
  };
}

function fill(box: HTMLElement, onOpen: (href: string, isNewTab: boolean) => void) {
  const cross = element('div', `${MOVED} w-0 border-l border-line-strong`);
  const ring = svg(RING, RING, MOVED);
  const circle = document.createElementNS(SVG, 'circle');
  setAll(circle, { cx: RING / 2, cy: RING / 2, r: 6.5, fill: 'none', 'stroke-width': 1.75 });
  ring.append(circle);
  const missing = words('span', `${MOVED} text-2xs text-ink-2`);
  const tooltip = tooltipView(onOpen);
  box.append(cross, ring, missing.element, tooltip.element);
  return (content: ReadingContent | null): void => {
    tooltip.draw(content?.tooltip ?? null);
    if (content === null) return;
    missing.say(content.missing?.text ?? '');
    const { px, top, height } = content.cross;
    setStyle(cross, 'height', `${height}px`);
    moveTo(cross, px, top);
    setHidden(ring, content.ring === null);
    if (content.ring) {
      moveTo(ring, content.ring.px - RING / 2, content.ring.py - RING / 2);
      setStyle(circle, 'stroke', content.ring.colour);
    }
    if (content.missing) moveTo(missing.element, content.missing.px, content.missing.py);
  };
}

function tooltipView(onOpen: (href: string, isNewTab: boolean) => void) {
  // What moves is a plain box around it: moving the tooltip itself would work out all its styles, and its words' again.
  const moved = element('div', `${MOVED} w-max max-w-full`);
  const tooltip = element('div', TOOLTIP);
  const head = words('div', 'text-ink-3');
  const more = words('div', 'text-ink-3');
  const exact = words('div', 'text-right text-ink-3');
  const hint = words('div', 'text-ink-3');
  const link = words('a', 'text-accent underline');
  const lines: ReturnType<typeof lineView>[] = [];
  tooltip.append(head.element, more.element, exact.element, hint.element, link.element);
  link.element.tabIndex = -1;
  link.element.addEventListener('click', (event) => {
    event.preventDefault();
    onOpen(link.element.getAttribute('href') ?? '', event.ctrlKey || event.metaKey);
  });
  moved.append(tooltip);
  const draw = (content: TooltipContent | null): void => {
    setHidden(moved, content === null);
    if (content === null) return;
    const { href, isPinned } = content;
    setAttribute(tooltip, 'class', `${TOOLTIP}${isPinned ? ' pointer-events-auto select-text' : ''}`);
    setAttribute(tooltip, 'data-over-plot', isPinned ? 'true' : null);
    head.say(content.head);
    while (lines.length < content.lines.length) {
      const line = lineView();
      lines.push(line);
      more.element.before(line.element);
    }
    // By place: from point to point the same elements get other words.
    lines.forEach((line, index) => line.draw(content.swatch, content.lines[index]));
    more.say(content.more);
    exact.say(content.exact);
    hint.say(href === undefined || isPinned ? '' : 'click or Enter opens it');
    link.say(href !== undefined && isPinned ? 'Open' : '');
    setAttribute(link.element, 'href', href ?? null);
    setStyle(moved, 'transform', content.place);
  };
  return { element: moved, draw };
}

function lineView() {
  const line = element('div', '');
  const name = words('span', 'min-w-0 grow break-words');
  const value = words('span', 'pl-3 text-right');
  const swatch = svg(SWATCH.width, SWATCH.height, 'shrink-0');
  let drawn: readonly [SwatchSpec, TooltipLine['style']] | null = null;
  line.append(swatch, name.element, value.element);
  const draw = (spec: SwatchSpec, content: TooltipLine | undefined): void => {
    setHidden(line, content === undefined);
    if (content === undefined) return;
    const look = content.isFocused ? 'font-semibold text-ink' : 'text-ink-2';
    setAttribute(line, 'class', `flex items-center gap-2 ${look}`);
    if (drawn?.[0] !== spec || drawn[1] !== content.style) drawSwatch(swatch, spec, content.style);
    drawn = [spec, content.style];
    name.say(content.name);
    value.say(content.value);
  };
  return { element: line, draw };
}

function drawSwatch(swatch: SVGElement, spec: SwatchSpec, style: TooltipLine['style']): void {
  const shapes = swatchShapes(spec, style);
  while (swatch.childElementCount < shapes.length) swatch.append(document.createElementNS(SVG, 'path'));
  while (swatch.childElementCount > shapes.length) swatch.lastElementChild?.remove();
  shapes.forEach((shape, index) => {
    const path = swatch.children[index];
    if (path)
      setAll(path, {
        d: shape.d,
        'stroke-width': shape.strokeWidth,
        'stroke-dasharray': shape.strokeDasharray,
        class: shape.className,
        style: Object.entries(shape.style)
          .map(([name, value]) => `${name}:${value}`)
          .join(';'),
      });
  });
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  return made;
}

function svg(width: number, height: number, className: string): SVGSVGElement {
  const made = document.createElementNS(SVG, 'svg');
  setAll(made, { width, height, class: className });
  return made;
}

/** An element of one text, which is gone where there is nothing to say. */
function words<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string) {
  const made = element(tag, className);
  const text = document.createTextNode('');
  made.append(text);
  made.hidden = true;
  const say = (said: string): void => {
    setHidden(made, said === '');
    if (text.data !== said) text.data = said;
  };
  return { element: made, say };
}

function setHidden(of: Element, isHidden: boolean): void {
  if (of.hasAttribute('hidden') !== isHidden) of.toggleAttribute('hidden', isHidden);
}

function setAttribute(of: Element, name: string, value: string | null): void {
  if (of.getAttribute(name) === value) return;
  if (value === null) of.removeAttribute(name);
  else of.setAttribute(name, value);
}

function setAll(of: Element, values: Readonly<Record<string, string | number | undefined>>): void {
  for (const [name, value] of Object.entries(values))
    setAttribute(of, name, value === undefined ? null : String(value));
}

const styles = new WeakMap<Element, Map<string, string>>();

/** The browser prints what it was given its own way, so what was written is remembered here. */
function setStyle(
  of: HTMLElement | SVGElement,
  name: 'height' | 'stroke' | 'transform',
  value: string,
): void {
  const known = styles.get(of) ?? new Map<string, string>();
  if (known.get(name) === value) return;
  styles.set(of, known.set(name, value));
  of.style[name] = value;
}

const moveTo = (of: HTMLElement | SVGElement, x: number, y: number): void =>
  setStyle(of, 'transform', `translate(${x}px, ${y}px)`);
