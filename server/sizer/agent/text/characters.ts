import type { Draft } from './draft.ts';

const PUNCTUATION: Readonly<Record<string, string>> = {
  '，': ',',
  '、': ',',
  '。': '. ',
  '；': ';',
  '：': ':',
  '？': '?',
  '！': '!',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  // Signs that the readers use among themselves.
  '¦': ' ',
  '⟦': '(',
  '⟧': ')',
  '×': 'x',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
  '〜': '-',
  '～': '-',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
};

/** Full-width forms, typographic signs and accents become plain letters; capitals stay (`M` is a million, `m` may be minutes). */
export function plainCharacters(draft: Draft): void {
  draft.rewrite(/[^\x20-\x7e]/gu, (match) => {
    const letter = match[0];
    const known = PUNCTUATION[letter];
    if (known !== undefined) return known;
    if (/\s/.test(letter)) return letter === '\n' ? '. ' : ' ';
    const composed = letter.normalize('NFKC');
    if (/[\u3040-\u30ff\u3400-\u9fff]/u.test(composed)) return composed;
    return composed.normalize('NFD').replace(/\p{M}/gu, '');
  });
}
