import type { Draft } from './draft.ts';

const ENGLISH: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };

const WORD = [...Object.keys(ENGLISH), ...Object.keys(SCALES)].sort((a, b) => b.length - a.length).join('|');
const PHRASE = new RegExp(
  `\\b(?:${WORD})(?:(?:[ -]+and)?[ -]+(?:${WORD}))*(?: point(?: (?:${WORD}))+)?\\b`,
  'gi',
);

/** Words that stand for numbers in other languages, whole words only. Scales beside digits (`1,2 Mio`) are read with the digits. */
const OTHERS: Readonly<Record<string, number>> = {
  // German
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  fuenf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwolf: 12,
  sechzehn: 16,
  zwanzig: 20,
  dreissig: 30,
  funfzig: 50,
  hundert: 100,
  tausend: 1000,
  einhundert: 100,
  zweihundert: 200,
  funfhundert: 500,
  vierundsechzig: 64,
  eintausend: 1000,
  zweitausend: 2000,
  einem: 1,
  einen: 1,
  // French
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  huit: 8,
  neuf: 9,
  dix: 10,
  seize: 16,
  vingt: 20,
  trente: 30,
  cinquante: 50,
  cent: 100,
  // Spanish and Portuguese
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  ocho: 8,
  diez: 10,
  veinte: 20,
  cien: 100,
  quinientos: 500,
  dois: 2,
  duas: 2,
  quatro: 4,
  oito: 8,
  dez: 10,
  vinte: 20,
  cem: 100,
};
const OTHER = new RegExp(`(?<![a-z-])(?:${Object.keys(OTHERS).join('|')})(?![a-z-])`, 'gi');

/** Digits of what `eight`, `two hundred fifty six`, `ten twenty four` (1024) or `three point one` say; null where the words are no number. */
export function wordsToNumber(phrase: string): string | null {
  const [whole = '', fraction] = phrase.toLowerCase().split(' point ');
  const words = whole.split(/[ -]+/).filter((word) => word !== 'and' && word !== '');
  let total = 0;
  let group = 0;
  /** `twenty twenty` and `ten twenty four` are spoken digit pairs. */
  let spoken = '';
  for (const word of words) {
    const unit = ENGLISH[word];
    const scale = SCALES[word];
    if (unit !== undefined) {
      const free =
        group % 100 === 0 && (group === 0 || group >= 100)
          ? 100
          : group % 10 === 0 && group % 100 >= 20
            ? 10
            : 0;
      if (group !== 0 && unit >= free) {
        spoken += String(group);
        group = unit;
      } else group += unit;
    } else if (scale === 100) group = (group === 0 ? 1 : group) * 100;
    else if (scale !== undefined) {
      total += (group === 0 ? 1 : group) * scale;
      group = 0;
    }
  }
  const digits = spoken === '' ? String(total + group) : `${spoken}${group}`;
  if (fraction === undefined) return digits;
  const parts = fraction.split(/[ -]+/);
  const value = `${digits}.${parts.map((word) => ENGLISH[word] ?? '').join('')}`;
  const scale = parts.reduce((product, word) => product * (SCALES[word] ?? 1), 1);
  return scale === 1 ? value : String(Number((Number(value) * scale).toPrecision(12)));
}

/** Number words become digits: `half a million`, `a dozen`, `two hundred`, `vierundsechzig`. A lone `one` that is no count stays. */
export function numberWords(draft: Draft): void {
  draft.rewrite(
    /(?<=\b(?:under|within|below|than|in|of|over|exceed|max) )(?:a|an) (second|minute)\b(?! (?:thought|time))/gi,
    (match) => `1 ${match[1] ?? ''}`,
  );
  // Dictated: "f p eight", "b two hundreds", "m i three hundred x", "kimi k two point five", "deep seek r one".
  const digit: Readonly<Record<string, string>> = {
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    eight: '8',
    sixteen: '16',
  };
  draft.rewrite(
    /\b(f p|b f|int|fp|bf) (four|eight|sixteen|[48]|16)\b/gi,
    (match) =>
      `${(match[1] ?? '').replace(' ', '')}${digit[(match[2] ?? '').toLowerCase()] ?? match[2] ?? ''}`,
  );
  draft.rewrite(
    /\b(h|b|a|g b|gb|g h|gh|m i|mi) (one|two|three) hundreds?( x)?\b/gi,
    (match) =>
      `${(match[1] ?? '').replace(' ', '')}${digit[(match[2] ?? '').toLowerCase()] ?? ''}00${(match[3] ?? '').trim()}`,
  );
  draft.rewrite(
    /\b(kimi k|mini ?max m|deep ?seek v|deep ?seek r) ?(one|two|three|[123])(?: point (one|two|three|four|five))?\b/gi,
    (match) => {
      const part = match[3] === undefined ? '' : `.${digit[match[3].toLowerCase()] ?? ''}`;
      const version = match[2] ?? '';
      return `${(match[1] ?? '').replace(/(deep|mini) (?=seek|max)/i, '$1')}${digit[version.toLowerCase()] ?? version}${part}`;
    },
  );
  // Dictated names: the version stands before the size ("qwen three thirty two b").
  draft.rewrite(
    /\b(qwen|llama|gemma|glm|nemotron)(\s+)(one|two|three|four|five)(\s+point\s+(?:one|two|three|four|five|six|seven|eight|nine))?(?=\s+\w+)/gi,
    (match) => {
      const [, family = '', gap = ' ', version = '', fraction] = match;
      return `${family}${gap}${wordsToNumber(`${version}${fraction === undefined ? '' : fraction.replace(/\s+/g, ' ')}`) ?? version}`;
    },
  );
  draft.rewrite(
    new RegExp(`\\b(\\d+|${WORD}) and a half (million|thousand|billion|k|seconds?|minutes?|years?)\\b`, 'gi'),
    (match) => {
      const count = match[1] ?? '';
      return `${Number(ENGLISH[count.toLowerCase()] ?? count) + 0.5} ${match[2] ?? ''}`;
    },
  );
  draft.rewrite(/\$?(\d+(?:\.\d+)?) ?grand\b/gi, (match) => `$${Number(match[1]) * 1000}`);
  draft.rewrite(/\b(?:half a|a half|1\/2 a) (million|second|minute)\b/gi, (match) => `0.5 ${match[1] ?? ''}`);
  draft.rewrite(/\b(?:quarter of a|a quarter) (million)\b/gi, (match) => `0.25 ${match[1] ?? ''}`);
  draft.rewrite(/\b(?:a|an) (hundred|thousand|million|dozen)\b/gi, (match) =>
    match[1]?.toLowerCase() === 'dozen' ? '12' : `1 ${match[1] ?? ''}`,
  );
  draft.rewrite(/\b(two|three|four|five|\d+) dozen\b/gi, (match) => {
    const count = match[1] ?? '';
    return String(
      12 * Number(wordsToNumber(count) === '0' ? count : (ENGLISH[count.toLowerCase()] ?? count)),
    );
  });
  draft.rewrite(/\b(?:a couple(?: of)?)(?= (?:nodes|servers|boxes|machines|gpus|racks))/gi, () => '2');
  draft.rewrite(/\b(\d+(?:\.\d+)?) (hundred|thousand)\b/gi, (match) =>
    String(Number(match[1]) * (SCALES[(match[2] ?? '').toLowerCase()] ?? 1)),
  );
  draft.rewrite(/\b(\d+) point (\d+)\b/gi, (match) => `${match[1] ?? ''}.${match[2] ?? ''}`);
  draft.rewrite(PHRASE, (match) => {
    const words = match[0].toLowerCase();
    if (/^(?:million|billion)$/.test(words)) return null;
    const after = draft.value.slice(match.index + match[0].length);
    const before = draft.value.slice(Math.max(0, match.index - 12), match.index).toLowerCase();
    if (
      words === 'one' &&
      !(
        /^[.! ]*$/.test(after) &&
        /(?:make (?:it|that)|at most|max(?:imum)?|limit(?:ed)? to|just|only) $/.test(before)
      ) &&
      !/^[ -](?:k\b|minute|hour|month|node|box|server|machine|host|rack|gpu|second|year|million|thousand|hundred|user|request|card|[hab]\d00|mi\d|l40|gb?\d00|gh200)/i.test(
        after,
      )
    )
      return null;
    if (
      words === 'one' &&
      /(?:this|that|which|the|first|second|third|last|no|any|each|every|per) $/.test(before)
    )
      return null;
    if (words === 'zero') return null;
    return wordsToNumber(words);
  });
  draft.rewrite(/\b(\d+) (?:by|times|x) (\d+) ?b\b/gi, (match) => `${match[1] ?? ''}x${match[2] ?? ''}b`);
  draft.rewrite(OTHER, (match) => String(OTHERS[match[0].toLowerCase()] ?? match[0]));
}
