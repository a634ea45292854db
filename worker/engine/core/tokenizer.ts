/**
 * The simulator's tokenizer. Without a table, and reversible:
 * - a word piece is an optional single space and one to four ASCII letters or digits: one token;
 * - every other character is one token per UTF-8 byte.
 * Ids 0 to 255 are bytes; above them pieces are numbered in bijective base 62, twice: without and with the space.
 * Nothing is added in front (no BOS), so the tokens of a prompt are exactly its pieces.
 */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const BASE = ALPHABET.length;
const BYTES = 256;
const LONGEST_PIECE = 4;
const PIECES = BASE + BASE ** 2 + BASE ** 3 + BASE ** LONGEST_PIECE;

/** Ids are in [0, VOCABULARY_SIZE). */
export const VOCABULARY_SIZE = BYTES + 2 * PIECES;

const digits = new Map(Array.from(ALPHABET, (letter, i) => [letter, i + 1]));
const utf8 = new TextEncoder();

function pieceId(piece: string): number {
  const spaced = piece.startsWith(' ');
  let code = 0;
  for (let i = spaced ? 1 : 0; i < piece.length; i++) code = code * BASE + (digits.get(piece.charAt(i)) ?? 0);
  return BYTES + 2 * (code - 1) + (spaced ? 1 : 0);
}

/** Token ids of a text. */
export function encode(text: string): number[] {
  const ids: number[] = [];
  for (const [piece] of text.matchAll(/ ?[A-Za-z0-9]{1,4}|[^]/gu)) {
    if (/[A-Za-z0-9]/.test(piece)) ids.push(pieceId(piece));
    else ids.push(...utf8.encode(piece));
  }
  return ids;
}

/** Text of token ids, joined; bytes that are not UTF-8 become U+FFFD. Throws RangeError for an id outside the vocabulary. */
export function decode(ids: readonly number[]): string {
  const bytes: number[] = [];
  for (const id of ids) {
    if (!isTokenId(id))
      throw new RangeError(`token id ${id} is outside the vocabulary of ${VOCABULARY_SIZE}`);
    if (id < BYTES) {
      bytes.push(id);
      continue;
    }
    let piece = '';
    for (let code = ((id - BYTES) >> 1) + 1; code > 0; code = Math.floor((code - 1) / BASE)) {
      piece = ALPHABET.charAt((code - 1) % BASE) + piece;
    }
    bytes.push(...utf8.encode((id - BYTES) % 2 === 1 ? ` ${piece}` : piece));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

/** True for a whole number inside the vocabulary. */
export function isTokenId(id: unknown): boolean {
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id < VOCABULARY_SIZE;
}
