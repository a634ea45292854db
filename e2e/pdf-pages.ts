import { inflateSync } from 'node:zlib';

/** The runs of text on each sheet of a PDF, as Chromium writes one. */
export function pdfPages(pdf: Buffer): string[][] {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g))
    objects.set(id, body);
  const streamOf = (id = '') => {
    const body = objects.get(id) ?? '';
    const bytes = body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'));
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  };
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [id, body] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(body)?.[1];
    if (map !== undefined) fonts.set(id, lettersOf(streamOf(map)));
  }
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((page) => {
      const ids = new Map(
        [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]),
      );
      const drawn = streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]);
      return [...drawn.matchAll(/\bBT\n([^]*?)\nET\b/g)].map(([, run = '']) => {
        let text = '';
        let letters: ReadonlyMap<string, string> | undefined;
        for (const [, name = '', code] of run.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)) {
          if (code === undefined) letters = fonts.get(ids.get(name) ?? '');
          else {
            const size = letters?.keys().next().value?.length ?? 2;
            for (let at = 0; at < code.length; at += size)
              text += letters?.get(code.slice(at, at + size)) ?? '';
          }
        }
        return text;
      });
    });
}

/** What the codes of a font stand for. */
function lettersOf(map: string): ReadonlyMap<string, string> {
  const letters = new Map<string, string>();
  const letter = (hex: string, by = 0) => String.fromCharCode(Number.parseInt(hex, 16) + by);
  for (const [, from = '', to, text = ''] of map.matchAll(/^<(\w+)> (?:<(\w+)> )?<(\w{4})>$/gm)) {
    const first = Number.parseInt(from, 16);
    for (let code = first; code <= Number.parseInt(to ?? from, 16); code += 1)
      letters.set(code.toString(16).toUpperCase().padStart(from.length, '0'), letter(text, code - first));
  }
  return letters;
}
