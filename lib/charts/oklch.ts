/** A colour in OKLCH: lightness 0..1, chroma about 0..0.4, hue in degrees. */
export interface Oklch {
  readonly l: number;
  readonly c: number;
  readonly h: number;
}

/** Linear-light sRGB components, clipped to 0..1. */
export type LinearRgb = readonly [number, number, number];

const clip = (value: number): number => Math.min(1, Math.max(0, value));

/** OKLCH to linear sRGB, clipped to the gamut. Matrices: Björn Ottosson, "A perceptual color space" (2020). */
export function oklchToLinearRgb({ l, c, h }: Oklch): LinearRgb {
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

/** OKLCH to `#rrggbb`, for documents whose renderers do not know oklch() or CSS variables. */
export function oklchHex(colour: Oklch): string {
  const channel = (value: number): string => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${oklchToLinearRgb(colour).map(channel).join('')}`;
}

/** Contrast ratio of two colours, 1..21 (WCAG 2.2, relative luminance). */
export function contrastRatio(first: Oklch, second: Oklch): number {
  const luminance = (colour: Oklch): number => {
    const [r, g, b] = oklchToLinearRgb(colour);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
