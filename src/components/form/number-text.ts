/** A number as people type it ("1,024", "0.5"): undefined when nothing is typed, NaN when it is no number. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const plain = /^\d{1,3}([, ]\d{3})+(\.\d+)?$/.test(trimmed) ? trimmed.replace(/[, ]/g, '') : trimmed;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
