/** One piece of a log stream, as the workers sent it: cut at a line's end where there was one. */
export interface LogChunk {
  readonly seq: number;
  readonly content: string;
}

export interface LogText {
  readonly lines: readonly string[];
  /** Index of the line in which each chunk begins. */
  readonly starts: ReadonlyMap<number, number>;
}

// eslint-disable-next-line no-control-regex -- terminal colours begin with the escape character
const TERMINAL_CODES = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;
/** Words of faults, for marking lines and for asking where the first one stands. */
export const FAULT_WORDS = [
  'error',
  'exception',
  'traceback',
  'fatal',
  'panic',
  'out of memory',
  'oom',
  'killed',
] as const;
/** Errors and exceptions have names, such as RuntimeError; the others stand alone. */
const ERROR_LINE = new RegExp(`\\b(${FAULT_WORDS.join('|')})\\b|(error|exception)\\b`, 'i');
const NO_ERROR = /\b(0|no) errors?\b|\berrors?["']?\s*[:=]\s*(0\b|null|none|\[\])|error_rate/i;

const split = new WeakMap<LogChunk, readonly string[]>();

/** Joins chunks, which follow one another, into lines without terminal codes; of a redrawn progress bar the last state. */
export function logText(chunks: readonly LogChunk[]): LogText {
  const lines: string[] = [];
  const starts = new Map<number, number>();
  let isOpen = false;
  for (const chunk of chunks) {
    if (chunk.content === '') continue;
    const parts = partsOf(chunk);
    let from = 0;
    if (isOpen && lines.length > 0) {
      starts.set(chunk.seq, lines.length - 1);
      lines.push(`${lines.pop() ?? ''}${parts[0] ?? ''}`);
      from = 1;
    } else {
      starts.set(chunk.seq, lines.length);
    }
    for (let index = from; index < parts.length; index++) lines.push(parts[index] ?? '');
    isOpen = !chunk.content.endsWith('\n');
  }
  return { lines, starts };
}

/** The lines of one chunk; split once, as windows of many chunks are joined again and again. */
function partsOf(chunk: LogChunk): readonly string[] {
  const known = split.get(chunk);
  if (known !== undefined) return known;
  const parts = chunk.content.replace(TERMINAL_CODES, '').split('\n').map(lastState);
  if (chunk.content.endsWith('\n')) parts.pop();
  split.set(chunk, parts);
  return parts;
}

function lastState(line: string): string {
  const bare = line.endsWith('\r') ? line.slice(0, -1) : line;
  return bare.slice(bare.lastIndexOf('\r') + 1);
}

/** Whether a line looks like a fault: for marking and for jumping to, not a judgement. */
export function isErrorLine(line: string): boolean {
  return ERROR_LINE.test(line) && !NO_ERROR.test(line);
}

/** Indexes of the lines that hold `text`, whatever its case; none for an empty text. */
export function matchingLines(lines: readonly string[], text: string): number[] {
  if (text === '') return [];
  const wanted = text.toLowerCase();
  const found: number[] = [];
  lines.forEach((line, index) => {
    if (line.toLowerCase().includes(wanted)) found.push(index);
  });
  return found;
}

/** A line cut at the places that hold `text`: pieces at odd positions match. */
export function cutAtMatches(line: string, text: string): string[] {
  if (text === '') return [line];
  const [low, wanted] = [line.toLowerCase(), text.toLowerCase()];
  // Lowering may change the length of a few letters; then positions would not fit.
  if (low.length !== line.length) return [line];
  const pieces: string[] = [];
  let from = 0;
  for (let at = low.indexOf(wanted); at >= 0; at = low.indexOf(wanted, from)) {
    pieces.push(line.slice(from, at), line.slice(at, at + wanted.length));
    from = at + wanted.length;
  }
  return [...pieces, line.slice(from)];
}
