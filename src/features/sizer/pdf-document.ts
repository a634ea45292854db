/**
 * A small writer of A4 documents in the two fonts that every PDF reader has: headings, paragraphs, pairs and tables
 * that break over pages. Text stays text (found, selected, copied). No fonts travel, so it writes Windows Latin 1:
 * other letters become "?". Same content, same bytes. PDF 1.4, ISO 32000-1 7.5 (file structure), 9.6.2.2 (fonts).
 */

const PAGE = { width: 595, height: 842, margin: 42, bottom: 52 };
/** Between two columns of a table. */
const GAP = 10;
const WIDTH = PAGE.width - 2 * PAGE.margin;

/** Advance widths of the characters 32 to 126 in thousandths of the size: Adobe's font metrics of Helvetica. */
const REGULAR =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const BOLD =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584'
    .split(' ')
    .map(Number);

/** Characters that Windows Latin 1 has elsewhere than Unicode, and what stands for some that it lacks. */
const CODES: Record<string, number> = {
  '€': 0x80,
  '…': 0x85,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '•': 0x95,
  '–': 0x96,
  '—': 0x97,
};
const STAND_INS: Record<string, string> = {
  '−': '-',
  '→': '->',
  '≥': '>=',
  '≤': '<=',
  '≈': '~',
  '\u202f': ' ',
  '\u2009': ' ',
  '\t': ' ',
};

/** Text as codes of the font. */
function encode(text: string): number[] {
  return Array.from(text).flatMap((char) => {
    const stand = STAND_INS[char];
    if (stand !== undefined) return Array.from(stand, (one) => one.charCodeAt(0));
    const code = CODES[char] ?? char.codePointAt(0) ?? 63;
    if (CODES[char] !== undefined || (code >= 32 && code < 127) || (code >= 160 && code < 256)) return [code];
    return [63];
  });
}

function widthOf(codes: readonly number[], size: number, bold: boolean): number {
  const table = bold ? BOLD : REGULAR;
  return (codes.reduce((sum, code) => sum + (table[code - 32] ?? 556), 0) * size) / 1000;
}

/** Breaks text into lines no wider than `width`; a word that is wider alone is cut. */
export function wrapText(text: string, width: number, size: number, bold = false): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (widthOf(encode(longer), size, bold) <= width) {
        line = longer;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (widthOf(encode(line), size, bold) > width && line.length > 1) {
        let cut = line.length - 1;
        while (cut > 1 && widthOf(encode(line.slice(0, cut)), size, bold) > width) cut -= 1;
        lines.push(line.slice(0, cut));
        line = line.slice(cut);
      }
    }
    lines.push(line);
  }
  return lines;
}

export interface PdfColumn {
  header: string;
  /** Share of the page's width. */
  share: number;
  align?: 'right';
}

/** Builds a document from top to bottom; `bytes()` ends it. */
export class PdfDocument {
  private readonly title: string;
  private readonly pages: string[][] = [];
  private y = 0;

  constructor(title: string) {
    this.title = title;
    this.newPage();
  }

  /** A line of large type at the very top. */
  heading(text: string, level: 1 | 2 = 2): void {
    const size = level === 1 ? 16 : 11.5;
    this.space(level === 1 ? 0 : 12);
    // A heading never stands alone at the bottom.
    this.keep(size + 40);
    for (const line of wrapText(text, WIDTH, size, true)) {
      this.y -= size;
      this.write(line, PAGE.margin, this.y, size, true);
      this.y -= level === 1 ? 6 : 5;
    }
  }

  paragraph(text: string, grey = false): void {
    for (const line of wrapText(text, WIDTH, 9)) {
      this.keep(13);
      this.y -= 9;
      this.write(line, PAGE.margin, this.y, 9, false, grey);
      this.y -= 3.5;
    }
  }

  /** Names and values in two columns. */
  pairs(rows: readonly (readonly [name: string, value: string])[]): void {
    const left = 150;
    for (const [name, value] of rows) {
      const lines = wrapText(value, WIDTH - left, 9);
      this.keep(13 * Math.min(lines.length, 3));
      lines.forEach((line, index) => {
        this.keep(13);
        this.y -= 9;
        if (index === 0) this.write(name, PAGE.margin, this.y, 9, false, true);
        this.write(line, PAGE.margin + left, this.y, 9);
        this.y -= 3.5;
      });
    }
  }

  /** A table whose header is repeated on each page it reaches. */
  table(columns: readonly PdfColumn[], rows: readonly (readonly string[])[]): void {
    const total = columns.reduce((sum, { share }) => sum + share, 0);
    const widths = columns.map(({ share }) => (WIDTH * share) / total);
    const draw = (cells: readonly string[], bold: boolean) => {
      const wrapped = columns.map((_, index) =>
        wrapText(cells[index] ?? '', (widths[index] ?? 0) - GAP, 8, bold),
      );
      const height = Math.max(...wrapped.map(({ length }) => length)) * 10.5 + 4;
      if (this.keep(height) && !bold) header();
      let x = PAGE.margin;
      wrapped.forEach((lines, index) => {
        const width = widths[index] ?? 0;
        lines.forEach((line, place) => {
          const right = columns[index]?.align === 'right';
          const at = right ? x + width - GAP - widthOf(encode(line), 8, bold) : x;
          this.write(line, at, this.y - 8 - place * 10.5, 8, bold, bold);
        });
        x += width;
      });
      this.y -= height;
      this.rule(this.y + 1);
    };
    const header = () =>
      draw(
        columns.map((column) => column.header),
        true,
      );
    this.keep(40);
    header();
    for (const row of rows) draw(row, false);
    this.space(4);
  }

  bytes(): Uint8Array {
    this.pages.forEach((page, index) => {
      const text = `${this.title}, page ${index + 1} of ${this.pages.length}`;
      page.push(textAt(text, PAGE.margin, 28, 7.5, false, true));
    });
    return fileOf(
      this.title,
      this.pages.map((page) => page.join('\n')),
    );
  }

  private newPage(): void {
    this.pages.push([]);
    this.y = PAGE.height - PAGE.margin;
  }

  /** Starts a page when `height` does not fit on this one; answers whether it did. */
  private keep(height: number): boolean {
    if (this.y - height >= PAGE.bottom) return false;
    this.newPage();
    return true;
  }

  private space(height: number): void {
    if (this.y < PAGE.height - PAGE.margin) this.y -= height;
  }

  private write(text: string, x: number, y: number, size: number, bold = false, grey = false): void {
    this.pages.at(-1)?.push(textAt(text, x, y, size, bold, grey));
  }

  private rule(y: number): void {
    this.pages
      .at(-1)
      ?.push(`0.82 G 0.5 w ${PAGE.margin} ${fixed(y)} m ${PAGE.width - PAGE.margin} ${fixed(y)} l S`);
  }
}

const fixed = (value: number) => String(Math.round(value * 100) / 100);

function textAt(text: string, x: number, y: number, size: number, bold: boolean, grey: boolean): string {
  const hex = encode(text)
    .map((code) => code.toString(16).padStart(2, '0'))
    .join('');
  return `BT ${grey ? '0.38' : '0.1'} g /${bold ? 'B' : 'R'} ${size} Tf ${fixed(x)} ${fixed(y)} Td <${hex}> Tj ET`;
}

/** Objects, their places, and the trailer that names the first. */
function fileOf(title: string, contents: readonly string[]): Uint8Array {
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const pageIds = contents.map((_, index) => 6 + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en) >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title <${encode(title)
      .map((code) => code.toString(16).padStart(2, '0'))
      .join('')}> /Creator (Yardstick) >>`,
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${7 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) text += `${String(place).padStart(10, '0')} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  // Everything is ASCII, so a character is a byte and the places hold.
  return new TextEncoder().encode(text);
}
