import type { Draft, Span } from './draft.ts';

const SCALE: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e6,
  tsd: 1e3,
  千: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  milhoes: 1e6,
  millon: 1e6,
  milhao: 1e6,
  mill: 1e6,
  mln: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  万: 1e4,
  萬: 1e4,
  百万: 1e6,
  亿: 1e8,
  億: 1e8,
  百: 1e2,
};
const MONEY = /[$€£¥]\s*$|(?:usd|us\$|eur|dollars?|budget|spend|capex|opex)\s*(?:of|is|:|=)?\s*$/i;
const MONEY_AFTER = /^\s*(?:\$|€|£|usd|eur|dollars?|bucks|budget|capex|opex|tco)/i;

const plain = (value: number) => String(Number(value.toPrecision(12)));

/** `1.234.567`, `20,000`, `1'000` and `20 000` are whole numbers; `2,5` is two and a half. */
function digits(text: string, unitAfter: string): number {
  const compact = text.replace(/[ ']/g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(compact)) return Number(compact.replaceAll(',', ''));
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(compact) && !/^0/.test(compact)) {
    // "1.024 s" and "1.250 million" are fractions; "20.000 tokens" are twenty thousand.
    const isFraction =
      /^\s*(?:s|sec|seconds?|million|m|bn|billion)\b/i.test(unitAfter) && !/\..*\./.test(compact);
    if (!isFraction) return Number(compact.replaceAll('.', '').replace(',', '.'));
  }
  return Number(compact.replace(',', '.'));
}

/**
 * Every number becomes plain digits with a point: `600k` → 600000, `1.2 million` → 1200000, `60万` → 600000. `M` is a million; a
 * small `m` only beside money or counted things (it may be minutes).
 */
export function plainNumbers(draft: Draft): void {
  draft.rewrite(/\b(\d+(?:\.\d+)?)k(\d+(?:\.\d+)?)k\b/gi, (match) => `${match[1] ?? ''}k/${match[2] ?? ''}k`);
  // A thousand may be a space: "20 000", "1 200 000".
  draft.rewrite(/(?<![\d.,])(\d{1,3})((?: \d{3})+)(?![\d.,]|\s*(?:tok\w*\s+)?(?:in|out)\b)/g, (match) =>
    /(?: \d{3}){2}| \d?00$/.test(match[2] ?? '') && /^[1-9]/.test(match[1] ?? '')
      ? match[0].replaceAll(' ', '')
      : null,
  );
  draft.rewrite(
    /(?<![\w.⟦])(\d{1,3}(?:[.,']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)(?:\s?(百万|[千万萬亿億百])|\s?(k|mio|mn|mm|mln|bn|tsd|thousand|millions?|millionen|tausend|mille|mil|milliarden|milliards|millones|millon|milhoes|milhao|billions?)(?![a-z0-9])|(m|M|b|B)(?![a-zA-Z0-9]))?/gi,
    (match) => {
      const [all, figure = '', han, word, letter] = match;
      const after = draft.value.slice(match.index + all.length);
      const before = draft.value.slice(0, match.index);
      const value = digits(figure, `${word ?? letter ?? ''}${after}`);
      if (!Number.isFinite(value)) return null;
      if (han !== undefined) return plain(value * (SCALE[han] ?? 1));
      if (word !== undefined) return plain(value * (SCALE[word.toLowerCase()] ?? 1));
      if (letter === undefined) return plain(value);
      const isMoney = MONEY.test(before) || MONEY_AFTER.test(after);
      const isCount = /^\s*(?:tok|users|requests|\$)/i.test(after);
      if (letter === 'M' || (letter === 'm' && (isMoney || isCount))) return plain(value * 1e6);
      if ((letter === 'b' || letter === 'B') && (isMoney || isCount)) return plain(value * 1e9);
      return null;
    },
  );
}

/** A range that was reduced to one number: planning takes the upper end. */
export interface RangeNote {
  readonly low: number;
  readonly high: number;
  readonly span: Span;
}

const NUMBER = String.raw`\d+(?:\.\d+)?`;

/** `4 to 8k` → 8000 (before the numbers are plain, so that the thousand counts for both); `from 64 to 128` is a change to 128. */
export function ranges(draft: Draft): RangeNote[] {
  const notes: RangeNote[] = [];
  draft.rewrite(
    /(?<![\w.,])([$]?)(\d+(?:[.,]\d+)?)( ?k| ?million|M)?( ?(?:-|to|until|bis|and|or) ?)(?:\$)?(\d+(?:[.,]\d+)?)( ?k| ?million|M)(?![a-z0-9])/gi,
    (match) => {
      const [, money = '', low = '', lowScale, joint = '', high = '', scale = ''] = match;
      const isRange =
        /-|to|until|bis/i.test(joint) ||
        /between|zwischen|entre/i.test(draft.value.slice(0, match.index).slice(-12));
      const isShared =
        lowScale === undefined && Number(low.replace(',', '.')) < Number(high.replace(',', '.'));
      return isRange && isShared ? `${money}${low}${scale}${joint}${high}${scale}` : null;
    },
  );
  plainNumbers(draft);
  const between = new RegExp(
    String.raw`\b(?:between|from) \$?(${NUMBER})(?: [a-z]+)? ?(?:and|to|-) ?\$?(${NUMBER})`,
    'gi',
  );
  draft.rewrite(between, (match, span) => {
    const [low, high] = [Number(match[1]), Number(match[2])];
    if (/^from/i.test(match[0]) && low >= high) return ` to ${match[2] ?? ''}`;
    if (/between/i.test(match[0])) notes.push({ low, high: Math.max(low, high), span });
    return `${match[0].includes('$') ? '$' : ''}${Math.max(low, high)}`;
  });
  const dash = new RegExp(
    String.raw`(?<![\w.⟦/-])(\$?)(${NUMBER}) ?(?:-|to|until|bis|\.\.+) ?\$?(${NUMBER})(?![\w.]*[⟦/])(?=\s|[,;.?!)%]|$|[a-z]+\b)`,
    'gi',
  );
  draft.rewrite(dash, (match, span) => {
    const [low, high] = [Number(match[2]), Number(match[3])];
    if (low >= high) return null;
    notes.push({ low, high, span });
    return `${match[1] ?? ''}${match[3] ?? ''}`;
  });
  return notes;
}
