import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileTail } from './file-tail.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yardstick-tail-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('hands out whole lines, also where a character is split between two reads', async () => {
  const path = join(folder, 'log');
  const lines: string[] = [];
  const tail = new FileTail(path, (line) => lines.push(line));
  await tail.read();
  const bytes = Buffer.from('grün\r\nzwei');
  await writeFile(path, bytes.subarray(0, 3));
  await tail.read();
  await appendFile(path, bytes.subarray(3));
  await tail.read();
  expect(lines).toEqual(['grün']);
  expect(tail.lastLines()).toEqual(['grün', 'zwei']);
});

it('keeps the last 50 lines and survives the emptying of the file', async () => {
  const path = join(folder, 'log');
  const tail = new FileTail(path);
  await writeFile(path, Array.from({ length: 70 }, (_, i) => `line ${i}\n`).join(''));
  await tail.read();
  expect(tail.lastLines()).toHaveLength(50);
  expect(tail.lastLines()[0]).toBe('line 20');
  await truncate(path, 0);
  await appendFile(path, 'new\n');
  await tail.read();
  expect(tail.lastLines().at(-1)).toBe('new');
});
