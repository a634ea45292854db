import { appendFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogUpload } from './log-upload.ts';
import { SecretMasker } from './secret-masker.ts';

let folder: string;
let path: string;
let masker: SecretMasker;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yardstick-log-'));
  path = join(folder, 'engine.log');
  masker = new SecretMasker();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Takes all chunks as a platform that accepts each. */
async function drain(upload: LogUpload, isFinal = true): Promise<string[]> {
  const chunks: string[] = [];
  for (let chunk = await upload.next(isFinal); chunk !== null; chunk = await upload.next(isFinal)) {
    chunks.push(chunk.content);
    upload.acknowledge(chunk.seq + 1, false);
  }
  return chunks;
}

describe('LogUpload', () => {
  it('sends whole lines while the file grows, and the rest at its end', async () => {
    const upload = new LogUpload(path, masker, 1e6);
    expect(await upload.next(false)).toBeNull();
    await writeFile(path, 'one\ntw');
    expect(await drain(upload, false)).toEqual(['one\n']);
    await appendFile(path, 'o\nthree');
    expect(await drain(upload, false)).toEqual(['two\n']);
    expect(await drain(upload)).toEqual(['three']);
    expect(upload.position).toMatchObject({ seq: 3, offset: 13, uploaded: 13, pending_to: null });
  });

  it('repeats an unanswered chunk to the byte, also after a restart', async () => {
    await writeFile(path, 'one\n');
    const upload = new LogUpload(path, masker, 1e6);
    const chunk = await upload.next(false);
    await appendFile(path, 'two\n');
    expect(await upload.next(false)).toEqual(chunk);
    const restarted = new LogUpload(path, masker, 1e6, upload.position);
    expect(await restarted.next(true)).toEqual({ seq: 0, content: 'one\n' });
    // The first one had arrived: the platform expects the next, and nothing is lost or sent twice.
    restarted.acknowledge(1, false);
    expect(await drain(restarted)).toEqual(['two\n']);
  });

  it('takes the number that the platform expects after a gap, keeping the content', async () => {
    await writeFile(path, 'one\n');
    const upload = new LogUpload(path, masker, 1e6, {
      seq: 5,
      offset: 0,
      pending_to: null,
      uploaded: 0,
      closed: false,
    });
    expect((await upload.next(true))?.seq).toBe(5);
    upload.acknowledge(2, false);
    expect(await upload.next(true)).toEqual({ seq: 2, content: 'one\n' });
  });

  it('never cuts a long line inside a character or a secret', async () => {
    const secret = 'sssssecret-value';
    masker.add(secret);
    // Chunks end near 131,072 bytes: a secret lies across the first border, two-byte characters across all others.
    await writeFile(path, 'x'.repeat(131_072 - 5) + secret + 'é'.repeat(200_000));
    const chunks = await drain(new LogUpload(path, masker, 1e6));
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.join('')).toBe('x'.repeat(131_072 - 5) + '[secret]' + 'é'.repeat(200_000));
  });

  it('leaves out the middle past its limit and sends the last lines', async () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}`);
    await writeFile(path, `${lines.join('\n')}\n`);
    const chunks = await drain(new LogUpload(path, masker, 1000));
    const text = chunks.join('');
    expect(text.startsWith('line 0\n')).toBe(true);
    expect(text.endsWith('line 4999\n')).toBe(true);
    expect(text).toMatch(/\[\d+ bytes of this log were left out\]\nline \d+\n/);
    expect(text.length).toBeLessThan(1000 + 16_384 + 100);
  });

  it('stops when the platform stores no more, and replaces U+0000', async () => {
    await writeFile(path, 'a\0b\nc\n');
    const upload = new LogUpload(path, masker, 1e6);
    expect((await upload.next(true))?.content).toBe('a\uFFFDb\nc\n');
    upload.acknowledge(1, true);
    await appendFile(path, 'more\n');
    expect(await upload.next(true)).toBeNull();
  });

  it('empties a file that grew too long once it is read, and goes on', async () => {
    await writeFile(path, 'one\n');
    const upload = new LogUpload(path, masker, 1e6);
    await drain(upload, false);
    expect(await upload.trim(100)).toBe(false);
    expect(await upload.trim(3)).toBe(true);
    expect((await stat(path)).size).toBe(0);
    await appendFile(path, 'two\n');
    expect(await drain(upload, false)).toEqual(['two\n']);
  });
});
