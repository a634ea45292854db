import { describe, expect, it } from 'vitest';
import { FAULT_WORDS, isErrorLine, type LogChunk } from './log-lines.ts';
import { LogReader, type LogSource } from './log-reader.ts';

/** A log in memory: chunk n holds ten lines "n:0" to "n:9". */
function memoryLog(count: number, change: Record<number, string> = {}) {
  const chunks: LogChunk[] = Array.from({ length: count }, (_, seq) => ({
    seq,
    content: change[seq] ?? Array.from({ length: 10 }, (_, line) => `${seq}:${line}\n`).join(''),
  }));
  const source: LogSource = {
    before: (seq, limit) =>
      Promise.resolve(
        chunks
          .filter((chunk) => seq === null || chunk.seq < seq)
          .reverse()
          .slice(0, limit),
      ),
    after: (seq, limit) => Promise.resolve(chunks.filter((chunk) => chunk.seq > seq).slice(0, limit)),
    find: (words, seq, direction) => {
      const hits = chunks.filter(({ content }) =>
        words.some((word) => content.toLowerCase().includes(word.toLowerCase())),
      );
      return Promise.resolve(
        direction === 'after'
          ? (hits.find((chunk) => chunk.seq > seq) ?? null)
          : (hits.findLast((chunk) => chunk.seq < seq) ?? null),
      );
    },
  };
  return { chunks, source };
}

async function started(source: LogSource, options?: { mostCharacters?: number }) {
  const reader = new LogReader(source, options);
  reader.subscribe(() => undefined);
  await settled(reader);
  return reader;
}

async function settled(reader: LogReader) {
  while (reader.snapshot().work !== null) await new Promise((resolve) => setTimeout(resolve, 0));
}

const lineAt = (reader: LogReader, number: number) => {
  const { text, origin } = reader.snapshot();
  return text.lines[number - origin];
};

async function firstError(reader: LogReader) {
  const first = await reader.findFirstError();
  return first !== null && 'line' in first ? lineAt(reader, first.line) : first;
}

describe('LogReader', () => {
  it('starts at the end and says that there is more before', async () => {
    const reader = await started(memoryLog(1600).source);
    const { text, hasEarlier, hasLater } = reader.snapshot();
    expect(text.lines).toHaveLength(80);
    expect(text.lines.at(-1)).toBe('1599:9');
    expect([hasEarlier, hasLater]).toEqual([true, false]);
  });

  it('keeps the numbers of lines when earlier ones come in front', async () => {
    const reader = await started(memoryLog(20).source);
    const before = lineAt(reader, 0);
    await reader.loadEarlier();
    expect(before).toBe('12:0');
    expect(lineAt(reader, 0)).toBe(before);
    expect(lineAt(reader, -80)).toBe('4:0');
    await reader.loadEarlier();
    expect(reader.snapshot().hasEarlier).toBe(false);
    expect(reader.snapshot().text.lines).toHaveLength(200);
  });

  it('follows what is appended, and joins a line that was cut', async () => {
    const { chunks, source } = memoryLog(1, { 0: 'one\ntw' });
    const reader = await started(source);
    expect(reader.snapshot().text.lines).toEqual(['one', 'tw']);
    chunks.push({ seq: 1, content: 'o\nthree\n' });
    await reader.loadLater();
    expect(reader.snapshot().text.lines).toEqual(['one', 'two', 'three']);
    expect(lineAt(reader, 1)).toBe('two');
  });

  it('begins when the first chunk arrives after all', async () => {
    const { chunks, source } = memoryLog(0);
    const reader = await started(source);
    expect(reader.snapshot().isEmpty).toBe(true);
    chunks.push({ seq: 0, content: 'hello\n' });
    await reader.loadLater();
    expect(reader.snapshot()).toMatchObject({ isEmpty: false, text: { lines: ['hello'] } });
  });

  it('lets the far end go and keeps the numbering of what stays', async () => {
    const reader = await started(memoryLog(100).source, { mostCharacters: 700 });
    const kept = lineAt(reader, 0);
    await reader.loadEarlier();
    const { text, hasLater } = reader.snapshot();
    expect(hasLater).toBe(true);
    expect(text.lines.length).toBeLessThan(160);
    expect(lineAt(reader, 0)).toBe(kept);
    await reader.loadLater();
    expect(reader.snapshot().hasEarlier).toBe(true);
  });

  it('jumps to the first error of a log it holds only the end of, past lines that only count errors', async () => {
    const { source } = memoryLog(1600, {
      10: 'requests 5, errors: 0\n',
      700: 'fine\nRuntimeError: CUDA out of memory\n',
      900: 'ERROR later\n',
    });
    const reader = await started(source);
    expect(await firstError(reader)).toBe('RuntimeError: CUDA out of memory');
    expect(reader.snapshot()).toMatchObject({ hasEarlier: true, hasLater: true });
    await reader.loadEnd();
    expect(reader.snapshot().text.lines.at(-1)).toBe('1599:9');
  });

  it('says that it read all of it where nothing looks like an error', async () => {
    const reader = await started(memoryLog(5).source);
    expect(await reader.findFirstError()).toEqual({ share: 1 });
  });

  it.each(FAULT_WORDS)('jumps to every line that is marked: %s', async (word) => {
    const marked = `worker: ${word.toUpperCase()}`;
    const reader = await started(memoryLog(40, { 3: `fine\n${marked}\n` }).source);
    expect(isErrorLine(marked)).toBe(true);
    expect(await firstError(reader)).toBe(marked);
  });

  it('says how far it read where words of faults are no faults, and goes on from there', async () => {
    const harmless = Object.fromEntries(
      Array.from({ length: 30 }, (_, seq) => [seq, 'requests 5, errors: 0\n'] as const),
    );
    const reader = await started(memoryLog(100, { ...harmless, 60: 'Killed\n' }).source);
    expect(await reader.findFirstError()).toEqual({ share: 0.2 });
    expect(await firstError(reader)).toBe('Killed');
    // From the start again.
    expect(await reader.findFirstError()).toEqual({ share: 0.2 });
  });

  it('is no answer where the log could not be read', async () => {
    const { source } = memoryLog(5);
    const reader = await started({ ...source, find: () => Promise.reject(new Error('away')) });
    expect(await reader.findFirstError()).toBeNull();
    expect(reader.snapshot().error).toMatchObject({ message: 'away' });
    expect(await reader.findBeyond('nowhere', 'before')).toBeUndefined();
  });

  it('is no answer where something else was asked for meanwhile', async () => {
    const { source } = memoryLog(100);
    let answer: () => void = () => undefined;
    const reader = await started({
      ...source,
      find: async (...args) => {
        await new Promise<void>((resolve) => (answer = resolve));
        return source.find(...args);
      },
    });
    const found = reader.findBeyond('nowhere', 'before');
    const end = reader.loadEnd();
    answer();
    await end;
    expect(await found).toBeUndefined();
  });

  it('finds text beyond what is held, in both directions', async () => {
    const reader = await started(memoryLog(100).source);
    const before = await reader.findBeyond('17:3', 'before');
    expect(lineAt(reader, before ?? Number.NaN)).toBe('17:3');
    const after = await reader.findBeyond('88:8', 'after');
    expect(lineAt(reader, after ?? Number.NaN)).toBe('88:8');
    expect(await reader.findBeyond('nowhere', 'after')).toBeNull();
  });

  it('goes to the end of the log whatever was on its way', async () => {
    const { source } = memoryLog(100, { 20: 'ERROR here\n' });
    let answer: () => void = () => undefined;
    const reader = await started({
      ...source,
      // Only once it is told to.
      after: async (...args) => {
        if (args[0] > 20) await new Promise<void>((resolve) => (answer = resolve));
        return source.after(...args);
      },
    });
    expect(await firstError(reader)).toBe('ERROR here');
    const later = reader.loadLater();
    const end = reader.loadEnd();
    answer();
    await Promise.all([later, end]);
    const { text, work, hasLater } = reader.snapshot();
    expect([text.lines.length, text.lines.at(-1), work, hasLater]).toEqual([80, '99:9', null, false]);
  });

  it('reads the last lines of a log that has ended, also where something was on its way', async () => {
    const { chunks, source } = memoryLog(10);
    const reader = await started(source);
    const earlier = reader.loadEarlier();
    chunks.push({ seq: 10, content: 'the end\n' });
    await reader.loadLast();
    await earlier;
    expect(reader.snapshot().text.lines).toHaveLength(101);
    expect(reader.snapshot().text.lines.at(-1)).toBe('the end');
  });

  it('tells a failed read and works again', async () => {
    const { source } = memoryLog(20);
    let isDown = false;
    const reader = await started({
      ...source,
      before: (...args) => (isDown ? Promise.reject(new Error('away')) : source.before(...args)),
    });
    isDown = true;
    await reader.loadEarlier();
    expect(reader.snapshot()).toMatchObject({ work: null, error: { message: 'away' } });
    isDown = false;
    await reader.loadEarlier();
    expect(reader.snapshot().error).toBeNull();
    expect(reader.snapshot().text.lines).toHaveLength(160);
  });
});
