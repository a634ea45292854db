import { readNumber } from '#src/components/form/number-text.ts';

/** A span of time: from `from`, up to `to` and without it, in milliseconds. */
interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

const TIME =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[t ](\d\d?):([0-5]\d)(?::([0-5]\d))?(?: ([ap])m)?(?: [a-z]\S*)?)?)?$/i;
/** As a day is printed: "Nov 28, 2026"; its zone is the one that times are shown in. */
const PRINTED_DAY = /^([a-z]{3})[a-z]*\.? (\d\d?), (\d{4}),?/i;
const MONTHS = 'janfebmaraprmayjunjulaugsepoctnovdec';

const twoDigits = (number: number | string) => String(number).padStart(2, '0');

/**
 * The month, day, minute or second that a text names, in the zone that times are shown in: "2026-11", "2026-11-28",
 * "2026-11-28 10:00", "Nov 28, 2026", "Nov 28, 2026, 10:00 AM UTC"; null where it names none.
 */
export function typedTime(text: string): TimeSpan | null {
  const words = text.trim().replace(/\s+/g, ' ');
  const found = TIME.exec(
    words.replace(
      PRINTED_DAY,
      // What is no month gives a fraction, which is no time.
      (_, name: string, day: string, year: string) =>
        `${year}-${twoDigits(MONTHS.indexOf(name.toLowerCase()) / 3 + 1)}-${twoDigits(day)}`,
    ),
  );
  if (found === null) return null;
  const given = found.slice(1, 7).filter(Boolean).map(Number);
  const half = found[7]?.toLowerCase();
  if (half !== undefined) given[3] = ((given[3] ?? 0) % 12) + (half === 'p' ? 12 : 0);
  // The last part that is there is the one that may be anything within it.
  const at = (by: number) => {
    const [y = 0, m = 1, d = 1, h = 0, min = 0, s = 0] = given.with(-1, (given.at(-1) ?? 0) + by);
    return new Date(y, m - 1, d, h, min, s);
  };
  const from = at(0);
  const [, month, day = 1, hour = 0] = given;
  // February 30 and the hour that a clock skips are no times.
  if (from.getMonth() + 1 !== month || from.getDate() !== day || from.getHours() !== hour) return null;
  return { from: from.getTime(), to: at(1).getTime() };
}

/** The number that a text is, as people type it; null where it is none. */
export function typedNumber(text: string): number | null {
  const number = readNumber(text);
  return number !== undefined && Number.isFinite(number) ? number : null;
}

/** The number that a cell shows, without what stands between thousands; null where it shows no plain number. */
export function shownNumber(text: string): number | null {
  const plain = text.replaceAll(',', '');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** The smallest and the greatest value that are shown as one number. */
export interface ShownValues {
  readonly least: number;
  readonly most: number;
}

/**
 * The values that are shown as `wanted`, themselves or as a percentage, where greater values are never shown as smaller
 * numbers; null where none is. Found by halving, as only the cell knows how it rounds.
 */
export function valuesShownAs(shown: (value: number) => number | null, wanted: number): ShownValues | null {
  const own = [wanted, wanted / 100].find((value) => shown(value) === wanted);
  if (own === undefined) return null;
  return {
    least: -greatest((value) => shown(-value) === wanted, -own),
    most: greatest((value) => shown(value) === wanted, own),
  };
}

/** Steps that a search begins with, beside the number and around zero; and what is too little to be shown. */
const [SMALL, SMALL_AT_ZERO, NEGLIGIBLE] = [2 ** -22, 1e-9, 1e-20];

/** The greatest number from `from` on, for which a test holds as it does for `from`. */
function greatest(holds: (value: number) => boolean, from: number): number {
  let step = Math.abs(from) * SMALL || SMALL_AT_ZERO;
  let inside = from;
  while (Number.isFinite(step) && holds(from + step)) {
    inside = from + step;
    step *= 2;
  }
  let outside = from + step;
  for (;;) {
    const middle = inside + (outside - inside) / 2;
    if (middle <= inside || middle >= outside || outside - inside < NEGLIGIBLE) return inside;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
}
