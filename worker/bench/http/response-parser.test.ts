import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResponseHead } from '#worker/bench/http/client.ts';
import { ResponseParser } from '#worker/bench/http/response-parser.ts';

interface Parsed {
  status: number;
  headers: Record<string, string>;
  body: string;
  complete: boolean;
  keepAlive: boolean;
}

function parse(bytes: Buffer, cuts: readonly number[] = [], isClosed = false): Parsed {
  let head: ResponseHead | null = null;
  const body: Buffer[] = [];
  const parser = new ResponseParser({
    onHead: (found) => (head = found),
    onBody: (buffer, start, end) => body.push(Buffer.from(buffer.subarray(start, end))),
  });
  const edges = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i++) parser.push(bytes, edges[i] ?? 0, edges[i + 1] ?? 0);
  const complete = isClosed ? parser.close() : parser.complete;
  const found = head as ResponseHead | null;
  return {
    status: found?.status ?? 0,
    headers: Object.fromEntries(found?.headers ?? []),
    body: Buffer.concat(body).toString(),
    complete,
    keepAlive: parser.keepAlive,
  };
}

const of = (text: string, isClosed = false) => parse(Buffer.from(text), [], isClosed);
const CHUNKED =
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\nx-a: 2\r\n\r\n5\r\nhello\r\n6;ext="1"\r\n world\r\n0\r\nTrailer: x\r\n\r\n';

describe('ResponseParser', () => {
  it('reads chunked bodies with extensions and trailers', () => {
    expect(of(CHUNKED)).toEqual({
      status: 200,
      headers: { 'transfer-encoding': 'chunked', 'x-a': '1, 2' },
      body: 'hello world',
      complete: true,
      keepAlive: true,
    });
    expect(of(CHUNKED.slice(0, -2)).complete).toBe(false);
    expect(of(CHUNKED.slice(0, -2), true).complete).toBe(false);
  });

  it('reads counted bodies, empty ones and those that the close ends', () => {
    expect(of('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nabc')).toMatchObject({
      body: 'abc',
      complete: true,
      keepAlive: true,
    });
    expect(of('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab', true)).toMatchObject({
      body: 'ab',
      complete: false,
    });
    expect(of('HTTP/1.1 429 Slow\r\ncontent-length: 0\r\n\r\n')).toMatchObject({
      status: 429,
      complete: true,
    });
    expect(of('HTTP/1.1 204 None\r\n\r\n')).toMatchObject({ complete: true });
    expect(of('HTTP/1.0 200 OK\r\n\r\nabc')).toMatchObject({
      body: 'abc',
      complete: false,
      keepAlive: false,
    });
    expect(of('HTTP/1.0 200 OK\r\n\r\nabc', true)).toMatchObject({
      body: 'abc',
      complete: true,
      keepAlive: false,
    });
  });

  it('skips 1xx answers and honours Connection', () => {
    expect(of(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\n${CHUNKED}`)).toMatchObject({
      status: 200,
      body: 'hello world',
      complete: true,
    });
    expect(of('HTTP/1.1 200 OK\r\nConnection: Close\r\ncontent-length: 0\r\n\r\n').keepAlive).toBe(false);
    expect(of('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\ncontent-length: 0\r\n\r\n').keepAlive).toBe(true);
  });

  it('does not reuse a connection that sent more than it said', () => {
    expect(of(`${CHUNKED}junk`)).toMatchObject({ complete: true, keepAlive: false });
    expect(of('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nab')).toMatchObject({
      body: 'a',
      complete: true,
      keepAlive: false,
    });
  });

  it('refuses what is not HTTP', () => {
    for (const bytes of [
      'SSH-2.0-x\r\n\r\n',
      'HTTP/2 200\r\n\r\n',
      `HTTP/1.1 200 OK\r\ncontent-length: 1x\r\n\r\n`,
    ])
      expect(() => of(bytes)).toThrow();
    const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
    for (const body of ['x\r\n', '\r\n', '2\r\nabc\r\n', 'fffffffffffffff\r\n'])
      expect(() => of(head + body)).toThrow();
    expect(() => of(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`)).toThrow('64 KiB');
  });

  it('finds the same message whatever the cuts', () => {
    const bytes = Buffer.from(`HTTP/1.1 102 Wait\r\n\r\n${CHUNKED}`);
    const whole = parse(bytes);
    for (let cut = 0; cut <= bytes.length; cut++) expect(parse(bytes, [cut])).toEqual(whole);
    expect(parse(bytes, Array.from(bytes.keys()))).toEqual(whole);
    const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 8 });
    fc.assert(
      fc.property(chunks, fc.array(fc.nat(600)), fc.constantFrom('\r\n', '\n'), (pieces, cuts, eol) => {
        const framed = pieces.flatMap((piece) => [
          Buffer.from(`${piece.length.toString(16)}${eol}`),
          piece,
          Buffer.from(eol),
        ]);
        const message = Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK${eol}Transfer-Encoding: chunked${eol}${eol}`),
          ...framed,
          Buffer.from(`0${eol}${eol}`),
        ]);
        const parsed = parse(
          message,
          cuts.map((cut) => cut % (message.length + 1)),
        );
        expect(parsed).toMatchObject({ complete: true, body: Buffer.concat(pieces).toString() });
      }),
      { numRuns: 300 },
    );
  });
});
