import { dialectError } from '../errors.ts';

/** RFC 4180 with a header line; an unquoted `NULL` is null, as PostgREST has it. Throws PGRST102. */
export function readCsv(text: string): Record<string, string | null>[] {
  const [header = [], ...lines] = readLines(text);
  const names = header.map((cell) => cell ?? 'NULL');
  if (names.length === 0 || new Set(names).size !== names.length) {
    throw dialectError('PGRST102', 'The CSV needs a header with a name of its own for each column.');
  }
  return lines.map((cells) => {
    if (cells.length !== names.length)
      throw dialectError('PGRST102', 'All lines must have same number of fields');
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]));
  });
}

/** Cells by line; null for an unquoted `NULL`. A last line end begins no line. */
function readLines(text: string): (string | null)[][] {
  const lines: (string | null)[][] = [];
  let at = 0;
  while (at < text.length) {
    const cells: (string | null)[] = [];
    for (;;) {
      const cell = readCell(text, at);
      cells.push(cell.value);
      at = cell.end;
      if (text[at] !== ',') break;
      at += 1;
    }
    lines.push(cells);
    if (text[at] === '\r') at += 1;
    if (text[at] === '\n') at += 1;
    else if (at < text.length) throw dialectError('PGRST102', 'The CSV has text behind a closing quote.');
  }
  return lines;
}

function readCell(text: string, from: number): { value: string | null; end: number } {
  if (text[from] !== '"') {
    let end = from;
    while (end < text.length && !',\r\n'.includes(text.charAt(end))) end += 1;
    const value = text.slice(from, end);
    return { value: value === 'NULL' ? null : value, end };
  }
  let value = '';
  let at = from + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) throw dialectError('PGRST102', 'The CSV has a quote that does not close.');
    value += text.slice(at, close);
    if (text[close + 1] !== '"') return { value, end: close + 1 };
    value += '"';
    at = close + 2;
  }
}
