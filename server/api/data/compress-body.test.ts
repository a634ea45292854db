import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { compressBody } from './compress-body.ts';

const ROWS = JSON.stringify(Array.from({ length: 500 }, (_, id) => ({ id, name: `größe ${id % 7}` })));

it('writes what the caller takes, Brotli where both are as welcome', async () => {
  for (const [accepted, encoding] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, GZIP', 'gzip'],
    ['gzip', 'gzip'],
  ] as const) {
    const compressed = await compressBody(ROWS, accepted);
    expect(compressed?.encoding, accepted).toBe(encoding);
    const body = compressed?.body ?? Buffer.alloc(0);
    expect(body.length).toBeLessThan(ROWS.length / 4);
    expect((encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()).toBe(ROWS);
  }
});

it('leaves a body as it is where nobody asked for less, or it is short', async () => {
  for (const accepted of [undefined, '', 'identity', 'zstd', 'br;q=0', 'gzip;q=x'])
    expect(await compressBody(ROWS, accepted), accepted).toBeNull();
  expect(await compressBody('[]', 'br')).toBeNull();
});
