import { projection } from './axis-layout.ts';
import {
  layoutChart,
  panelNotes,
  visibleSeries,
  type ChartLayout,
  type ChartSeries,
  type ChartSpec,
} from './chart-spec.ts';
import { chartTokens, type ChartTokenName, type ThemeName } from './chart-theme.ts';
import { distinctTicks, formatPlain, formatTick, type FormatValue } from './format-value.ts';
import { frontLabels } from './front-labels.ts';
import { gutterHeight, gutterLabel, gutterMarks, gutterWidth } from './gutter.ts';
import { markerPath } from './marker-path.ts';
import { isMeasurable, readRuler, rulerMarks, rulerNotes, type Ruler } from './ruler.ts';
import { hasRoomRight, seriesGeometry, type Frame } from './series-geometry.ts';
import { seriesHex } from './series-style.ts';
import { CHARACTER_PX } from './text-width.ts';

export interface RenderSvgOptions {
  /** Pixels; default 720. */
  readonly width?: number | undefined;
  /** Pixels of one plot without its axes; default 260. */
  readonly plotHeight?: number | undefined;
  /** Default light: documents are white. */
  readonly theme?: ThemeName | undefined;
  readonly format?: FormatValue | undefined;
  /** Ids of series left out, as the person hid them. */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Where the curves are read, as the person set it. */
  readonly ruler?: Ruler | null | undefined;
  /** Above all panels; default the first panel's title. */
  readonly title?: string | undefined;
}

type Tokens = Readonly<Record<ChartTokenName, string>>;

const FONT = "Inter, 'Helvetica Neue', Arial, sans-serif";
const MARGIN = 16;
const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Text made safe for XML: markup escaped, characters that XML 1.0 forbids dropped. */
export function escapeXml(value: string): string {
  const legal = value.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
  return legal.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function text(value: string, x: number, y: number, fill: string, attributes = ''): string {
  return `<text x="${round(x)}" y="${round(y)}" fill="${fill}"${attributes}>${escapeXml(value)}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, stroke: string, attributes = ''): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${stroke}"${attributes}/>`;
}

const path = (d: string, attributes: string): string => (d === '' ? '' : `<path d="${d}" ${attributes}/>`);
const dashes = ({ style }: ChartSeries): string =>
  style.dash.length > 0 ? ` stroke-dasharray="${style.dash.join(' ')}"` : '';

interface Drawing {
  readonly body: string;
  readonly bottom: number;
}

/** Splits text into lines of at most `width` pixels at 11 px. */
function wrap(value: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of value.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length + 1) * CHARACTER_PX <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function drawLegend(
  series: readonly ChartSeries[],
  spec: ChartSpec,
  top: number,
  width: number,
  tokens: Tokens,
  theme: ThemeName,
): Drawing {
  let [x, y, body] = [MARGIN, top + 12, ''];
  for (const entry of series) {
    const size = 34 + entry.name.length * CHARACTER_PX + 14;
    if (x + size > width - MARGIN && x > MARGIN) [x, y] = [MARGIN, y + 18];
    const colour = seriesHex(entry.style, theme);
    if (spec.kind === 'bar')
      body += `<rect x="${round(x)}" y="${round(y - 9)}" width="22" height="10" fill="${colour}"/>`;
    else {
      if (spec.kind !== 'scatter' || spec.joinFront === true)
        body += line(x, y - 4, x + 24, y - 4, colour, ` stroke-width="1.75"${dashes(entry)}`);
      if (spec.markers !== 'none')
        body += path(markerPath(entry.style.marker, x + 12, y - 4), `fill="${colour}"`);
    }
    body += text(entry.name, x + 30, y, tokens.ink2);
    x += size;
  }
  return { body, bottom: series.length > 0 ? y + 10 : top };
}

function drawAxes(
  spec: ChartSpec,
  layout: ChartLayout,
  frame: Frame,
  tokens: Tokens,
  format: FormatValue,
  hasXLabels: boolean,
): string {
  let body = '';
  const base = frame.bottom + gutterHeight(layout);
  const start = frame.left - gutterWidth(layout);
  for (const tick of distinctTicks(spec.y, layout.y.ticks, format)) {
    const y = frame.y(tick);
    if (y === null) continue;
    body +=
      line(start, y, frame.right, y, tokens.line) +
      text(formatTick(spec.y, tick, format), start - 8, y + 4, tokens.ink3, ' text-anchor="end"');
  }
  // Labels that would touch the one before are left out; their ticks stay.
  let free = -Infinity;
  for (const tick of distinctTicks(spec.x, layout.x.ticks, format)) {
    const x = frame.x(tick);
    if (x === null) continue;
    const label = formatTick(spec.x, tick, format);
    body += line(x, base, x, base + 4, tokens.lineStrong);
    if (!hasXLabels || x - (label.length * CHARACTER_PX) / 2 < free) continue;
    body += text(label, x, base + 17, tokens.ink3, ' text-anchor="middle"');
    free = x + (label.length * CHARACTER_PX) / 2 + 6;
  }
  return body + line(start, base, frame.right, base, tokens.lineStrong);
}

/** The strips below and left of log axes with what they have no place for. */
function drawGutters(
  visible: readonly ChartSeries[],
  layout: ChartLayout,
  frame: Frame,
  tokens: Tokens,
  theme: ThemeName,
): string {
  const [below, beside] = [gutterHeight(layout), gutterWidth(layout)];
  const base = frame.bottom + below;
  const edge = ' stroke-dasharray="1 3"';
  let body = '';
  if (below > 0)
    body +=
      line(frame.left - beside, frame.bottom, frame.right, frame.bottom, tokens.lineStrong, edge) +
      text(
        gutterLabel(layout),
        frame.left - beside - 8,
        frame.bottom + below / 2 + 4,
        tokens.ink3,
        ' text-anchor="end"',
      );
  if (beside > 0)
    body +=
      line(frame.left, frame.top, frame.left, base, tokens.lineStrong, edge) +
      text('≤ 0', frame.left - beside / 2, base + 17, tokens.ink3, ' text-anchor="middle"');
  for (const mark of gutterMarks(layout, visible, frame)) {
    const series = visible[mark.series];
    if (series === undefined) continue;
    const fill = mark.isMissing ? 'none' : tokens.surface;
    body += path(mark.path, `fill="${fill}" stroke="${seriesHex(series.style, theme)}" stroke-width="1.5"`);
  }
  return body;
}

function drawRuler(
  spec: ChartSpec,
  visible: readonly ChartSeries[],
  frame: Frame,
  ruler: Ruler | null | undefined,
  tokens: Tokens,
  theme: ThemeName,
): string {
  if (ruler == null || ruler.key !== spec.x.key || !isMeasurable(spec)) return '';
  const at = frame.x(ruler.at);
  if (at === null || at < frame.left - 0.5 || at > frame.right + 0.5) return '';
  let body = line(at, frame.top, at, frame.bottom, tokens.ink2);
  for (const { reading, py, label, labelY } of rulerMarks(readRuler(visible, ruler), frame)) {
    body += `<circle cx="${round(at)}" cy="${round(py)}" r="4.5" fill="${tokens.surface}" stroke="${seriesHex(reading.series.style, theme)}" stroke-width="2"/>`;
    if (label === null) continue;
    const halo = ` font-weight="600" stroke="${tokens.surface}" stroke-width="3" paint-order="stroke"`;
    body += hasRoomRight(frame, at + 4, label)
      ? text(label, at + 9, labelY + 4, tokens.ink, halo)
      : text(label, at - 9, labelY + 4, tokens.ink, `${halo} text-anchor="end"`);
  }
  return body;
}

function drawReferences(spec: ChartSpec, frame: Frame, tokens: Tokens): string {
  let body = '';
  for (const { axis, value, label } of spec.references ?? []) {
    const at = frame[axis](value);
    const [low, high] = axis === 'x' ? [frame.left, frame.right] : [frame.top, frame.bottom];
    if (at === null || at < low - 0.5 || at > high + 0.5) continue;
    const dash = ' stroke-dasharray="3 3"';
    // A halo keeps the label readable where a series passes under it.
    const halo = ` stroke="${tokens.surface}" stroke-width="3" paint-order="stroke"`;
    body +=
      axis === 'y'
        ? line(frame.left, at, frame.right, at, tokens.accent, dash) +
          text(label, frame.left + 5, at - 5, tokens.accent, halo)
        : line(at, frame.top, at, frame.bottom, tokens.accent, dash) +
          (hasRoomRight(frame, at, label)
            ? text(label, at + 5, frame.top + 10, tokens.accent, halo)
            : text(label, at - 5, frame.top + 10, tokens.accent, `${halo} text-anchor="end"`));
  }
  return body;
}

function drawFrontLabels(
  spec: ChartSpec,
  visible: readonly ChartSeries[],
  frame: Frame,
  tokens: Tokens,
): string {
  const halo = ` stroke="${tokens.surface}" stroke-width="3" paint-order="stroke"`;
  return frontLabels(spec, visible, frame)
    .map((label) => text(label.text, label.x, label.y, tokens.ink2, `${halo} text-anchor="${label.anchor}"`))
    .join('');
}

function drawBands(spec: ChartSpec, frame: Frame, tokens: Tokens, hasLabels: boolean): string {
  return (spec.bands ?? [])
    .map(({ from, to, label }) => {
      const [a, b] = [frame.x(from), frame.x(to)].map((pixel) =>
        Math.min(frame.right, Math.max(frame.left, pixel ?? frame.left)),
      );
      if (a === undefined || b === undefined || b <= a) return '';
      return `<rect x="${round(a)}" y="${round(frame.top)}" width="${round(b - a)}" height="${round(frame.bottom - frame.top)}" fill="${tokens.raised}"/>${hasLabels ? text(label, Math.max(a, frame.left + spec.y.label.length * CHARACTER_PX), frame.top - 12, tokens.ink3) : ''}`;
    })
    .join('');
}

interface PanelPlace {
  readonly top: number;
  readonly width: number;
  /** Stacked panels share their x axis and the names of their bands. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function drawPanel(
  spec: ChartSpec,
  { top, width, isFirst, isLast }: PanelPlace,
  options: RenderSvgOptions,
  left: number,
  tokens: Tokens,
): Drawing {
  const { theme = 'light', format = formatPlain, hidden = new Set<string>(), plotHeight = 260 } = options;
  const layout = layoutChart(spec, hidden);
  const visible = visibleSeries(spec, hidden);
  const [plotTop, right] = [top + 24, width - MARGIN];
  const bottom = plotTop + plotHeight;
  const plotBottom = bottom - gutterHeight(layout);
  const plotLeft = left + gutterWidth(layout);
  const frame: Frame = {
    x: projection(layout.x, plotLeft, right),
    y: projection(layout.y, plotBottom, plotTop),
    left: plotLeft,
    right,
    top: plotTop,
    bottom: plotBottom,
  };
  let body =
    text(spec.y.label, MARGIN, top + 12, tokens.ink2) +
    drawBands(spec, frame, tokens, isFirst) +
    drawAxes(spec, layout, frame, tokens, format, isLast);
  visible.forEach((series, index) => {
    const drawn = seriesGeometry(spec, series, frame, index, visible.length);
    const colour = seriesHex(series.style, theme);
    body += path(drawn.bars, `fill="${colour}"`);
    body += path(drawn.whiskers, `fill="none" stroke="${colour}" stroke-width="1"`);
    body += path(
      drawn.line,
      `fill="none" stroke="${colour}" stroke-width="${spec.markers === 'none' ? 1.25 : 1.75}" stroke-linejoin="round"${dashes(series)}`,
    );
    body += path(drawn.muted, `fill="${colour}" opacity="0.35"`) + path(drawn.markers, `fill="${colour}"`);
  });
  body += drawFrontLabels(spec, visible, frame, tokens);
  body += drawReferences(spec, frame, tokens);
  body += drawGutters(visible, layout, frame, tokens, theme);
  body += drawRuler(spec, visible, frame, options.ruler, tokens, theme);
  if (!isLast) return { body, bottom: bottom + 14 };
  return {
    body: body + text(spec.x.label, right, bottom + 34, tokens.ink2, ' text-anchor="end"'),
    bottom: bottom + 44,
  };
}

function widestTick(spec: ChartSpec, hidden: ReadonlySet<string>, format: FormatValue): number {
  return Math.max(
    1,
    ...layoutChart(spec, hidden).y.ticks.map((tick) => formatTick(spec.y, tick, format).length),
  );
}

/**
 * Draws a chart, or panels one below the other, as a self-contained SVG document: title, axes, legend and notes
 * inside, every colour resolved. Pure: the same specs and options give the same bytes.
 */
export function renderSvg(specs: ChartSpec | readonly ChartSpec[], options: RenderSvgOptions = {}): string {
  const panels: readonly ChartSpec[] = 'kind' in specs ? [specs] : specs;
  const { width = 720, theme = 'light', hidden = new Set<string>() } = options;
  const tokens = chartTokens(theme);
  const [first] = panels;
  const title = options.title ?? first?.title ?? '';
  let body = text(title, MARGIN, 28, tokens.ink, ' font-size="15" font-weight="600"');
  let y = 36;
  for (const part of wrap(first?.subtitle ?? '', width - 2 * MARGIN).filter((entry) => entry !== '')) {
    y += 14;
    body += text(part, MARGIN, y, tokens.ink3);
  }
  y += 8;
  const left =
    MARGIN +
    10 +
    CHARACTER_PX * Math.max(...panels.map((spec) => widestTick(spec, hidden, options.format ?? formatPlain)));
  panels.forEach((spec, index) => {
    const place = { top: y, width, isFirst: index === 0, isLast: index === panels.length - 1 };
    const drawn = drawPanel(spec, place, options, left, tokens);
    body += `<g>${drawn.body}</g>`;
    y = drawn.bottom;
  });
  const { ruler = null, format = formatPlain } = options;
  const notes = [
    ...panelNotes(panels, hidden),
    ...rulerNotes(panels, (spec) => visibleSeries(spec, hidden), ruler, format),
  ];
  for (const note of notes.flatMap((entry) => wrap(entry, width - 2 * MARGIN))) {
    body += text(note, MARGIN, y + 2, tokens.ink3);
    y += 16;
  }
  const named = new Map(
    panels.flatMap((spec) => visibleSeries(spec, hidden)).map((series) => [series.id, series]),
  );
  if (first) {
    const legend = drawLegend([...named.values()], first, y, width, tokens, theme);
    body += legend.body;
    y = legend.bottom;
  }
  const height = Math.ceil(y + 8);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${FONT}" font-size="11">` +
    `<title>${escapeXml(title)}</title><rect width="100%" height="100%" fill="${tokens.surface}"/>${body}</svg>`
  );
}
