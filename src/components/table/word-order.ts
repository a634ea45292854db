const [ZERO, NINE] = [0x30, 0x39];
/** A number's length stands as one of the characters from "0" to "@": they are together, before all letters. */
const [LENGTH_0, LONGEST] = [0x2f, 17];
/** Units of which a number of 53 bits holds the first ones, and the greatest that one has there: any from it on. */
const [IN_HEAD, TOP] = [7, 127];

/**
 * Places of texts in the order where a person looks for them: case and accents do not count, and numbers within go by
 * size ("gpu-9" before "gpu-10"). What is alike stays as it came. Texts are read once into code units, and the first
 * of those after what all texts begin with into one number: making other texts to compare took most of the time.
 */
export function byWord(texts: readonly string[], present: readonly number[], desc: boolean): Uint32Array {
  const words = texts.map(plain);
  let shared = words[present[0] ?? 0] ?? '';
  for (const place of present) while (!(words[place] ?? '').startsWith(shared)) shared = shared.slice(0, -1);
  // A number is read as a whole.
  const from = shared.replace(/\d+$/, '').length;
  // Its length adds at most one unit to each.
  const units = new Uint16Array(words.reduce((sum, word) => sum + 2 * word.length, 0));
  const starts = new Uint32Array(words.length + 1);
  const heads = Float64Array.from(words, (word, place) => {
    const start = starts[place] ?? 0;
    const end = write(word, from, units, start);
    starts[place + 1] = end;
    let head = 0;
    for (let at = start, left = IN_HEAD; left > 0; left -= 1) {
      const value = at < end ? Math.min(units[at] ?? 0, TOP) : 0;
      head = head * (TOP + 1) + value;
      // Past a unit that has no number of its own nothing counts.
      at = value === TOP ? Infinity : at + 1;
    }
    return head;
  });
  const compare = (a: number, b: number): number => {
    let [left, right] = [starts[a] ?? 0, starts[b] ?? 0];
    const [ofLeft, ofRight] = [starts[a + 1] ?? 0, starts[b + 1] ?? 0];
    while (left < ofLeft && right < ofRight) {
      const apart = (units[left++] ?? 0) - (units[right++] ?? 0);
      if (apart !== 0) return apart;
    }
    // What remains of either.
    return ofLeft - left - (ofRight - right);
  };
  const way = desc ? -1 : 1;
  return Uint32Array.from(present).sort(
    (a, b) =>
      way * ((heads[a] ?? 0) - (heads[b] ?? 0) || (texts[a] === texts[b] ? 0 : compare(a, b))) || a - b,
  );
}

/** A text in small letters and without its accents; plain ASCII has none, and most texts are that. */
const plain = (text: string): string =>
  (/[^\0-~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text).toLowerCase();

/** Writes a text, its start left out, from `end` on, with the length of a number before its digits; gives the new end. */
function write(text: string, start: number, units: Uint16Array, end: number): number {
  let to = end;
  for (let at = start; at < text.length; at += 1) {
    let [from, after] = [at, at];
    while (isDigit(text.charCodeAt(after))) after += 1;
    if (after > at) {
      while (from < after - 1 && text.charCodeAt(from) === ZERO) from += 1;
      units[to++] = LENGTH_0 + Math.min(after - from, LONGEST);
      while (from < after) units[to++] = text.charCodeAt(from++);
      at = after - 1;
    } else units[to++] = text.charCodeAt(at);
  }
  return to;
}

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE;

export type ByWord = typeof byWord;
