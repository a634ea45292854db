/** A value inside `or=(…)`: always in quotation marks, as it may hold what separates conditions. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;

/** "At least one of these holds", in the words of the data API. */
export const anyOf = (conditions: readonly string[]): string => `(${conditions.join(',')})`;

/**
 * "The column holds the text, whatever its case", in the same words. A `*` means any text there and cannot be asked
 * for: it stands for any one character.
 */
export function holdsText(column: string, text: string): string {
  const pattern = text.replace(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '_');
  return `${column}.ilike.${quoted(`*${pattern}*`)}`;
}

/** "Of these and of those at least one holds", of two that `anyOf` made. */
export const bothOf = (one: string, other: string): string => `(and(or${one},or${other}))`;
