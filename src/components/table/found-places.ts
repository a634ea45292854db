/** What finds a text in another, both in lower case: digits also where the other has commas between its thousands. */
export function letterPattern(needle: string, flags = ''): RegExp {
  const literal = needle.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const isPlainNumber = /^[\d.]+$/.test(needle);
  return new RegExp(isPlainNumber ? literal.replace(/\d(?=\d)/g, '$&,?') : literal, flags);
}

/** Where a text stands in another, from and to without it; none where letters in lower case are more than before. */
export function foundPlaces(text: string, needle: string): (readonly [from: number, to: number])[] {
  const lower = text.toLowerCase();
  if (needle === '' || lower.length !== text.length) return [];
  return [...lower.matchAll(letterPattern(needle, 'g'))].map(
    ({ index, 0: found }) => [index, index + found.length] as const,
  );
}
