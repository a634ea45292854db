import { FAULT_WORDS, isErrorLine, logText, type LogChunk, type LogText } from './log-lines.ts';

/** Where the chunks of one stream are read; all three answer the chunks nearest to `seq` first. */
export interface LogSource {
  /** Chunks before `seq` (null: from the end), latest first. */
  before: (seq: number | null, limit: number, signal: AbortSignal) => Promise<LogChunk[]>;
  /** Chunks after `seq`, earliest first. */
  after: (seq: number, limit: number, signal: AbortSignal) => Promise<LogChunk[]>;
  /** The nearest chunk after or before `seq` that holds any of the words. */
  find: (
    words: readonly string[],
    seq: number,
    direction: 'after' | 'before',
    signal: AbortSignal,
  ) => Promise<LogChunk | null>;
}

export interface LogState {
  readonly text: LogText;
  /** Number of the first line held, counted from where reading began: falls when earlier lines come in front. */
  readonly origin: number;
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
  readonly isEmpty: boolean;
  readonly work: 'start' | 'earlier' | 'later' | 'find' | null;
  readonly error: unknown;
}

/** Chunks of one read: at most 2 MB. */
const CHUNKS_A_READ = 8;
/** Characters held at most: the far end is let go, so that a log of any size costs the same. */
const MOST_CHARACTERS = 8_000_000;
/** Chunks looked into for a first error before it is told how far that was. */
const MOST_CANDIDATES = 20;

/** Number of the first line that looks like an error, or the share of the log that was read without one (1: all of it). */
export type FirstError = { readonly line: number } | { readonly share: number };

interface FoundLine {
  readonly chunk: LogChunk;
  readonly line: number;
}

const EMPTY: LogText = { lines: [], starts: new Map() };

/** A moving window over one log stream: starts at its end, grows on demand, jumps. Subscribing starts it. */
export class LogReader {
  private readonly source: LogSource;
  private readonly mostCharacters: number;
  private chunks: readonly LogChunk[] = [];
  private hasLater = false;
  /** The last chunk of the log that was seen. */
  private lastSeq = -1;
  /** Up to here no line looks like an error; -1 before anything was looked into. */
  private readTo = -1;
  private state: LogState = {
    text: EMPTY,
    origin: 0,
    hasEarlier: false,
    hasLater: false,
    isEmpty: false,
    work: 'start',
    error: null,
  };
  private readonly listeners = new Set<() => void>();
  private abort = new AbortController();
  private isStarted = false;
  /** Ends with the read that is on its way. */
  private working = Promise.resolve();

  constructor(source: LogSource, options: { mostCharacters?: number } = {}) {
    this.source = source;
    this.mostCharacters = options.mostCharacters ?? MOST_CHARACTERS;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    if (!this.isStarted) {
      this.isStarted = true;
      void this.loadEnd();
    }
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size > 0) return;
      this.abort.abort();
      this.isStarted = false;
    };
  };

  snapshot = (): LogState => this.state;

  /** The end of the log, letting go what is held. */
  loadEnd(): Promise<void> {
    return this.work('start', async (signal) => {
      const latest = await this.source.before(null, CHUNKS_A_READ, signal);
      signal.throwIfAborted();
      this.hasLater = false;
      this.replace([...latest].reverse());
    });
  }

  loadEarlier(): Promise<void> {
    const [first] = this.chunks;
    if (first === undefined || !this.state.hasEarlier || this.state.work !== null) return Promise.resolve();
    return this.work('earlier', async (signal) => {
      const earlier = await this.source.before(first.seq, CHUNKS_A_READ, signal);
      signal.throwIfAborted();
      this.grow([...earlier].reverse(), []);
    });
  }

  /** What follows the held part; also how a running log is followed. Nothing happens while something else is read. */
  loadLater(): Promise<void> {
    if (this.state.work !== null) return Promise.resolve();
    const last = this.chunks.at(-1);
    if (last === undefined) return this.loadEnd();
    return this.work('later', async (signal) => {
      const later = await this.source.after(last.seq, CHUNKS_A_READ, signal);
      signal.throwIfAborted();
      this.hasLater = later.length === CHUNKS_A_READ;
      this.grow([], later);
    });
  }

  /** What follows, after what is on its way: the last lines of a log that has ended. */
  async loadLast(): Promise<void> {
    do await this.working;
    while (this.isStarted && this.state.work !== null);
    if (this.isStarted) await this.loadLater();
  }

  /**
   * The first line from the start of the log that looks like an error, by its number as `origin` counts. Where many chunks
   * hold such a word and no such line it stops, and goes on from there when it is asked again. Null when a read failed.
   */
  async findFirstError(): Promise<FirstError | null> {
    let outcome = null as FoundLine | number | null;
    await this.work('find', async (signal) => {
      outcome = await this.lookForError(signal);
      if (typeof outcome !== 'number') await this.moveTo(outcome.chunk, signal);
    });
    if (typeof outcome === 'number') return { share: outcome };
    const line = this.numberOf(outcome);
    return line === null ? null : { line };
  }

  /** The line, or the share of the log that was read without one. */
  private async lookForError(signal: AbortSignal): Promise<FoundLine | number> {
    for (let tries = 0; tries < MOST_CANDIDATES; tries++) {
      const chunk = await this.source.find(FAULT_WORDS, this.readTo, 'after', signal);
      const line = chunk === null ? -1 : logText([chunk]).lines.findIndex(isErrorLine);
      this.readTo = chunk === null || line >= 0 ? -1 : chunk.seq;
      if (chunk === null) return 1;
      if (line >= 0) return { chunk, line };
    }
    return (this.readTo + 1) / (Math.max(this.lastSeq, this.readTo) + 1);
  }

  /**
   * Number of the nearest line beyond the held part that holds `text`; null for none, undefined when a read failed or
   * something else was asked for meanwhile.
   */
  async findBeyond(text: string, direction: 'after' | 'before'): Promise<number | null | undefined> {
    const edge = direction === 'after' ? this.chunks.at(-1) : this.chunks[0];
    if (edge === undefined) return null;
    let found = undefined as FoundLine | null | undefined;
    await this.work('find', async (signal) => {
      const chunk = await this.source.find([text], edge.seq, direction, signal);
      signal.throwIfAborted();
      const lines = chunk === null ? [] : logText([chunk]).lines;
      const holds = (line: string) => line.toLowerCase().includes(text.toLowerCase());
      const line = direction === 'after' ? lines.findIndex(holds) : lines.findLastIndex(holds);
      const hit = chunk !== null && line >= 0 ? { chunk, line } : null;
      if (hit !== null) await this.moveTo(hit.chunk, signal);
      found = hit;
    });
    return found === undefined ? undefined : this.numberOf(found);
  }

  private numberOf(found: FoundLine | null): number | null {
    const start = found === null ? undefined : this.state.text.starts.get(found.chunk.seq);
    return found === null || start === undefined ? null : this.state.origin + start + found.line;
  }

  private async moveTo(chunk: LogChunk, signal: AbortSignal): Promise<void> {
    if (this.chunks.some(({ seq }) => seq === chunk.seq)) return;
    const half = CHUNKS_A_READ / 2;
    const [before, after] = await Promise.all([
      this.source.before(chunk.seq, half, signal),
      this.source.after(chunk.seq, half, signal),
    ]);
    signal.throwIfAborted();
    this.hasLater = after.length === half;
    this.replace([...before.reverse(), chunk, ...after]);
  }

  private replace(chunks: readonly LogChunk[]): void {
    this.chunks = chunks;
    this.tell({ text: logText(chunks), origin: 0 });
  }

  private grow(earlier: readonly LogChunk[], later: readonly LogChunk[]): void {
    if (earlier.length === 0 && later.length === 0) {
      this.tell({});
      return;
    }
    const before = this.state;
    let chunks = [...earlier, ...this.chunks, ...later];
    let size = chunks.reduce((sum, chunk) => sum + chunk.content.length, 0);
    while (size > this.mostCharacters && chunks.length > 1) {
      const gone = earlier.length > 0 ? chunks.at(-1) : chunks[0];
      size -= gone?.content.length ?? 0;
      chunks = chunks.filter((chunk) => chunk !== gone);
      if (earlier.length > 0) this.hasLater = true;
    }
    const text = logText(chunks);
    // A chunk that is held before and after says how far the numbering moved.
    const common = this.chunks.find(({ seq }) => text.starts.has(seq) && before.text.starts.has(seq));
    const moved =
      common === undefined
        ? 0
        : (before.text.starts.get(common.seq) ?? 0) - (text.starts.get(common.seq) ?? 0);
    this.chunks = chunks;
    this.tell({ text, origin: before.origin + moved });
  }

  private work(
    kind: NonNullable<LogState['work']>,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    // What is on its way would be put where it no longer belongs.
    this.abort.abort();
    this.abort = new AbortController();
    this.working = this.runWork(kind, run, this.abort.signal);
    return this.working;
  }

  private async runWork(
    kind: NonNullable<LogState['work']>,
    run: (signal: AbortSignal) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    this.tell({ work: kind, error: null });
    try {
      await run(signal);
      this.tell({ work: null });
    } catch (error) {
      if (!signal.aborted) this.tell({ work: null, error });
    }
  }

  private tell(change: Partial<LogState>): void {
    const [first] = this.chunks;
    this.lastSeq = Math.max(this.lastSeq, this.chunks.at(-1)?.seq ?? -1);
    this.state = {
      ...this.state,
      ...change,
      hasEarlier: first !== undefined && first.seq > 0,
      hasLater: this.hasLater,
      isEmpty: this.chunks.length === 0,
    };
    for (const listener of this.listeners) listener();
  }
}
