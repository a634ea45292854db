/** The texts of a typed list: by commas; one with a comma or quotation mark in it stands in quotation marks, doubled within. */
export function listWords(typed: string): string[] {
  const words = [...typed.matchAll(/\s*(?:"((?:[^"]|"")*)"|([^,]+))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

/** The opposite of `listWords`. */
export const joinWords = (words: readonly string[]): string =>
  words.map((word) => (/[",]|^\s|\s$/.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join(', ');
