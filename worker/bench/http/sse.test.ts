import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseParser } from '#worker/bench/http/sse.ts';

type Event = [name: string, data: string];

/** Parses bytes cut at the given positions, the read buffer being reused and scribbled over as a socket's is. */
function parse(bytes: Buffer, cuts: readonly number[] = []): Event[] {
  const events: Event[] = [];
  const parser = new SseParser((name, data) => events.push([name, data]));
  const buffer = Buffer.alloc(bytes.length + 16, 0x0a);
  const edges = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i++) {
    const piece = bytes.subarray(edges[i], edges[i + 1]);
    buffer.fill(0x0a);
    piece.copy(buffer, 5);
    parser.push(buffer, 5, 5 + piece.length);
  }
  parser.finish();
  return events;
}

const of = (text: string) => parse(Buffer.from(text));

describe('SseParser', () => {
  it('reads data with and without a space, and keeps further spaces', () => {
    expect(of('data: a\n\ndata:b\n\ndata:  c \n\n')).toEqual([
      ['message', 'a'],
      ['message', 'b'],
      ['message', ' c '],
    ]);
  });

  it('takes CRLF, LF and CR line ends, also mixed', () => {
    expect(of('data: a\r\n\r\ndata: b\n\ndata: c\r\rdata: d\r\n\n')).toEqual(
      ['a', 'b', 'c', 'd'].map((data) => ['message', data]),
    );
  });

  it('joins data lines, names events and skips comments, id, retry and empty events', () => {
    expect(
      of(': ping\n\nevent: error\ndata: {"a":\ndata: 1}\nid: 4\nretry: 10\n\nevent: ping\n\ndata: x\n\n'),
    ).toEqual([
      ['error', '{"a":\n1}'],
      ['message', 'x'],
    ]);
  });

  it('delivers the last event without its blank line or even its line end', () => {
    expect(of('data: a\n\ndata: b\n')).toEqual([
      ['message', 'a'],
      ['message', 'b'],
    ]);
    expect(of('data: a\n\ndata: b')).toEqual([
      ['message', 'a'],
      ['message', 'b'],
    ]);
  });

  it('skips a byte order mark and reads the error field of llama.cpp', () => {
    expect(of('\uFEFFdata: a\n\nerror: {"code":500}\n\n')).toEqual([
      ['message', 'a'],
      ['error', '{"code":500}'],
    ]);
  });

  it('keeps characters whole when they are cut at any byte', () => {
    const bytes = Buffer.from('data: é 漢 🙂 \u0301\r\n\r\ndata: ✓\n\n');
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(parse(bytes, [cut])).toEqual([
        ['message', 'é 漢 🙂 \u0301'],
        ['message', '✓'],
      ]);
    }
    expect(parse(bytes, Array.from(bytes.keys()))).toEqual([
      ['message', 'é 漢 🙂 \u0301'],
      ['message', '✓'],
    ]);
  });

  it('finds the same events whatever the cuts', () => {
    const text = fc.stringMatching(/^[^\r\n]*$/, { maxLength: 12 });
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom('data: ', 'data:', 'event: ', ': ', 'id: ', 'error: '), text)
        .map((parts) => parts.join('')),
      fc.constantFrom('', '', 'data', 'data: 漢字🙂'),
    );
    const stream = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 20 })
      .map((lines) => Buffer.from(lines.flat().join('')));
    fc.assert(
      fc.property(stream, fc.array(fc.nat(400), { maxLength: 30 }), (bytes, cuts) => {
        const whole = parse(bytes);
        expect(
          parse(
            bytes,
            cuts.map((cut) => cut % (bytes.length + 1)),
          ),
        ).toEqual(whole);
        expect(parse(bytes, Array.from(bytes.keys()))).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  it('is as good as new after reset', () => {
    const events: Event[] = [];
    const parser = new SseParser((name, data) => events.push([name, data]));
    parser.push(Buffer.from('event: x\ndata: half'), 0, 19);
    parser.reset();
    parser.push(Buffer.from('data: a\n\n'), 0, 9);
    parser.finish();
    expect(events).toEqual([['message', 'a']]);
  });

  it('refuses an endless line', () => {
    const parser = new SseParser(() => undefined);
    const block = Buffer.alloc(1024 * 1024, 97);
    expect(() => {
      for (let i = 0; i < 20; i++) parser.push(block, 0, block.length);
    }).toThrow('16 MiB');
  });
});
