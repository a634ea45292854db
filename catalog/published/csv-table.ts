/** Splits RFC 4180 text (quoted cells, doubled quotes, no line breaks in cells) into one record a row. Throws when the header differs from `columns`. */
export function parseCsvTable<C extends string>(csv: string, columns: readonly C[]): Record<C, string>[] {
  const [header, ...lines] = csv.split('\n').filter((line) => line !== '');
  if (header !== columns.join(',')) throw new Error(`unexpected CSV header: ${header ?? '(empty file)'}`);
  return lines.map((line) => {
    const cells = splitLine(line);
    if (cells.length !== columns.length) throw new Error(`expected ${columns.length} cells: ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as Record<C, string>;
  });
}

function splitLine(line: string): string[] {
  return Array.from(`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}
