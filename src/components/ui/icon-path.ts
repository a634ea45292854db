const NUMBER = String.raw`-?(?:\d+\.?\d*|\.\d+)`;
/** The first command of a path, where its point stands against nothing yet: relative and absolute are the same. */
const RELATIVE_START = new RegExp(String.raw`^m\s*(${NUMBER})[\s,]*(${NUMBER})\s*`);
/** Half of the line's width of 2: a dot up to this radius is full, whether it is filled or not. */
const DOT = 1;

/** Which attributes of an element can become a path; with any other, the drawing would be another. */
const KNOWN: Record<string, readonly string[]> = {
  path: ['d'],
  circle: ['cx', 'cy', 'r', 'fill'],
  line: ['x1', 'y1', 'x2', 'y2'],
  rect: ['x', 'y', 'width', 'height', 'rx', 'ry'],
};

/**
 * The data of one path that draws the same as an icon of lucide, from the source of its module; null where it does not
 * know how, and the icon stays as it is.
 */
export function iconPath(source: string): string | null {
  const text = /^ {2}node: (\[[^]*?\])(?:,\n {2}\w|\n\};)/m.exec(source)?.[1];
  if (text === undefined) return null;
  const nodes = JSON.parse(text.replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":')) as readonly [
    string,
    Record<string, string>,
  ][];
  const parts = nodes.map(([name, attributes]) => pathOf(name, attributes));
  return parts.includes(null) ? null : parts.join('');
}

function pathOf(name: string, attributes: Record<string, string>): string | null {
  if (!Object.keys(attributes).every((one) => one === 'key' || KNOWN[name]?.includes(one) === true))
    return null;
  const at = (attribute: string) => Number(attributes[attribute] ?? 0);
  switch (name) {
    case 'path':
      return fromAbsolute(attributes['d'] ?? '');
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'circle': {
      const r = at('r');
      const { fill } = attributes;
      if (fill !== undefined && (fill !== 'currentColor' || r > DOT)) return null;
      return `M${at('cx') - r} ${at('cy')}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    default: {
      const [x, y, width, height] = [at('x'), at('y'), at('width'), at('height')];
      const r = at('rx');
      if (attributes['ry'] !== undefined && at('ry') !== r) return null;
      const corner = (dx: number, dy: number) => (r === 0 ? '' : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
      return [
        `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}`,
        `h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}z`,
      ].join('');
    }
  }
}

/** A path that may follow another one. */
function fromAbsolute(d: string): string {
  return d.replace(RELATIVE_START, (whole, x: string, y: string) =>
    /^[-.\d]/.test(d.slice(whole.length)) ? `M${x} ${y}l` : `M${x} ${y}`,
  );
}
