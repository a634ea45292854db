import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chatEvent,
  chunk,
  DONE,
  event,
  startScriptedServer,
  textEvent,
  usage,
  usageEvent,
  type Script,
  type ScriptedServer,
} from '#testing/scripted-model-server.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { createRawClient } from '#worker/bench/http/raw-client.ts';
import { Collector } from '#worker/bench/llm/collector.ts';
import { StreamMeasurement, type Timeouts } from '#worker/bench/llm/measure.ts';

const RELAXED: Timeouts = { connectMs: 5000, firstByteMs: 5000, idleMs: 5000, totalMs: 10_000 };
/** Long enough to stand out from a busy machine's own delays. */
const STEP_MS = 40;

let script: Script;
let server: ScriptedServer;
let client: HttpClient;
beforeAll(async () => {
  server = await startScriptedServer((request, reply) => script(request, reply));
  client = createRawClient(new URL(server.baseUrl));
});
afterAll(async () => {
  client.close();
  await server.close();
});

async function measure(next: Script, limits = RELAXED): Promise<StreamMeasurement> {
  script = next;
  let timer: NodeJS.Timeout | undefined;
  const measurement = await new Promise<StreamMeasurement>((resolve) => {
    const created = new StreamMeasurement(resolve);
    timer = setInterval(() => {
      created.checkTimeouts(monotonicMs(), limits);
    }, 10);
    created.begin(monotonicMs(), (observer) =>
      client.send(
        { method: 'POST', path: '/v1/completions', headers: {}, body: Buffer.from('{}') },
        observer,
      ),
    );
  });
  clearInterval(timer);
  return measurement;
}

/** Sends the pieces, a wait of STEP_MS for each null, and ends. */
const paced =
  (pieces: readonly (string | null)[]): Script =>
  async (_request, reply) => {
    await reply.head();
    for (const piece of pieces) {
      if (piece === null) await reply.wait(STEP_MS);
      else await reply.send(piece);
    }
    await reply.end();
  };

const steps = (fromMs: number, toMs: number): number => (toMs - fromMs) / STEP_MS;

/** Statistics of one request through the collector. */
function collect(measurement: StreamMeasurement): Collector {
  const collector = new Collector(measurement.sentAt, null, true);
  collector.addMeasured(measurement, 4, measurement.outputTokens);
  return collector;
}

describe('first and last token', () => {
  it('is not started by a role chunk, empty deltas, comments or pings', async () => {
    const seen = await measure(
      paced([
        chatEvent({ role: 'assistant', content: '' }),
        chatEvent({ role: 'assistant', content: null }),
        ': ping\n\n',
        'event: ping\ndata: {"type":"ping"}\n\n',
        event({ choices: [] }),
        null,
        chatEvent({ content: 'a' }),
        null,
        chatEvent({ content: 'b' }),
        chatEvent({}, { finish: 'stop' }),
        DONE,
      ]),
    );
    expect(seen.outcome).toBe('ok');
    expect(seen.chunks).toBe(2);
    expect(steps(seen.headAt, seen.firstTokenAt)).toBeGreaterThan(0.9);
    expect(steps(seen.firstTokenAt, seen.lastTokenAt)).toBeGreaterThan(0.9);
  });

  it.each([
    ['reasoning_content', { reasoning_content: 'hm' }],
    ['reasoning', { reasoning: 'hm' }],
    ['tool call name', { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] }],
    ['tool call arguments', { tool_calls: [{ index: 0, function: { arguments: '{' } }] }],
    ['refusal', { refusal: 'no' }],
  ])('is started by %s', async (_name, delta) => {
    const seen = await measure(
      paced([
        chatEvent({ role: 'assistant', content: '' }),
        chatEvent(delta),
        null,
        chatEvent({ content: 'a' }, { finish: 'stop' }),
        DONE,
      ]),
    );
    expect(seen).toMatchObject({ outcome: 'ok', chunks: 2 });
    expect(steps(seen.firstTokenAt, seen.lastTokenAt)).toBeGreaterThan(0.9);
    // The first token of the answer itself is kept apart.
    expect(seen.firstContentAt).toBe(seen.lastTokenAt);
  });

  it('is not moved by a trailing usage chunk, a finish chunk or a slow close', async () => {
    const seen = await measure(
      paced([
        textEvent('a'),
        textEvent('b'),
        null,
        textEvent('', { finish: 'stop' }),
        null,
        usageEvent(4, 2),
        null,
        DONE,
        null,
      ]),
    );
    expect(seen).toMatchObject({ outcome: 'ok', chunks: 2, outputTokens: 2, usagePromptTokens: 4 });
    expect(seen.lastTokenAt).toBe(seen.arrivals[1]);
    expect(steps(seen.lastTokenAt, seen.endAt)).toBeGreaterThan(3.5);
  });

  it('counts a token without text of its own by the running total', async () => {
    const seen = await measure(
      paced([
        textEvent('', { usage: usage(4, 0) }),
        null,
        textEvent('', { usage: usage(4, 1) }),
        null,
        textEvent('é', { usage: usage(4, 2), finish: 'length' }),
        usageEvent(4, 2),
        DONE,
      ]),
    );
    expect(seen).toMatchObject({ chunks: 2, outputTokens: 2 });
    expect(steps(seen.headAt, seen.firstTokenAt)).toBeGreaterThan(0.9);
    expect(steps(seen.firstTokenAt, seen.lastTokenAt)).toBeGreaterThan(0.9);
  });
});

describe('token counts', () => {
  it.each([
    ['a trailing event', [textEvent('a'), textEvent('b', { finish: 'length' }), usageEvent(7, 5)]],
    [
      'an event without text',
      [textEvent('a'), textEvent('b'), textEvent('', { finish: 'length', usage: usage(7, 5) })],
    ],
    ['the last event with text', [textEvent('a'), textEvent('b', { finish: 'length', usage: usage(7, 5) })]],
    [
      'events before the last',
      [textEvent('a'), event({ choices: [], usage: usage(7, 5) }), textEvent('b', { finish: 'length' })],
    ],
  ])('reads usage in %s', async (_name, pieces) => {
    const seen = await measure(paced([...pieces, DONE]));
    expect(seen).toMatchObject({
      outcome: 'ok',
      chunks: 2,
      outputTokens: 5,
      usagePromptTokens: 7,
      isUsageKnown: true,
      isCountMismatch: false,
    });
    // Five tokens in two events: nobody said which has how many, so there is no ITL, but the gap between events is known.
    const collector = collect(seen);
    expect([collector.itl.count, collector.icl.count]).toEqual([0, 1]);
  });

  it('counts events when there is no usage, and then gives no ITL', async () => {
    const seen = await measure(
      paced([textEvent('a'), textEvent('b'), textEvent('c', { finish: 'length' }), DONE]),
    );
    expect(seen).toMatchObject({ outputTokens: 3, isUsageKnown: false, usagePromptTokens: -1 });
    const collector = collect(seen);
    expect([collector.usageMissing, collector.itl.count, collector.icl.count]).toEqual([1, 0, 2]);
  });

  it('divides gaps by running usage: first gap after the first token, extra first tokens at 0, sum equal to E2EL - TTFT', async () => {
    const seen = await measure(
      paced([
        textEvent('abc', { usage: usage(4, 3) }),
        null,
        textEvent('de', { usage: usage(4, 5) }),
        null,
        null,
        textEvent('f', { usage: usage(4, 6), finish: 'length' }),
        usageEvent(4, 6),
        DONE,
      ]),
    );
    const collector = collect(seen);
    expect(seen).toMatchObject({ chunks: 3, outputTokens: 6 });
    expect([...seen.chunkTokens.subarray(0, 3)]).toEqual([3, 2, 1]);
    expect(collector.itl.count).toBe(5);
    const span = seen.lastTokenAt - seen.firstTokenAt;
    expect((collector.itl.statistics().mean ?? 0) * 5).toBeCloseTo(span, 6);
    expect(collector.tpot.statistics().mean).toBeCloseTo(span / 5, 6);
    const second = (seen.arrivals[1] ?? 0) - (seen.arrivals[0] ?? 0);
    expect(collector.icl.statistics().mean).toBeCloseTo(span / 2, 6);
    // Five gaps, two of them 0 (first event), two of half the second event's, one whole: the median is that half.
    expect(collector.itl.statistics().p50).toBeCloseTo(second / 2, 6);
    // vLLM's detailed lists: seconds, gaps between events.
    expect(collector.details?.gaps[0]).toHaveLength(2);
    expect(collector.details?.ttfts[0]).toBeCloseTo((seen.firstTokenAt - seen.sentAt) / 1000, 9);
  });

  it.each([
    ['logprobs', { logprobs: { tokens: ['a', 'b'] } }],
    ['token ids', { token_ids: [1, 2] }],
  ])('divides gaps by %s', async (_name, more) => {
    const seen = await measure(
      paced([textEvent('ab', more), textEvent('cd', { ...more, finish: 'length' }), usageEvent(4, 4), DONE]),
    );
    expect([...seen.chunkTokens.subarray(0, 2)]).toEqual([2, 2]);
    expect(collect(seen).itl.count).toBe(3);
  });

  it('knows that as many events as tokens carry one each', async () => {
    const seen = await measure(
      paced([textEvent('a'), textEvent('b'), textEvent('c', { finish: 'length' }), usageEvent(4, 3), DONE]),
    );
    expect(collect(seen).itl.count).toBe(2);
  });

  it('flags totals that the stream contradicts', async () => {
    const more = await measure(
      paced([textEvent('a'), textEvent('b'), textEvent('c', { finish: 'length' }), usageEvent(4, 2), DONE]),
    );
    expect(more.isCountMismatch).toBe(true);
    const listed = await measure(
      paced([
        textEvent('a', { token_ids: [1] }),
        textEvent('b', { token_ids: [2], finish: 'length' }),
        usageEvent(4, 7),
        DONE,
      ]),
    );
    expect(listed.isCountMismatch).toBe(true);
  });

  it('has no TPOT for one token, nor for tokens that came in one event', async () => {
    const one = collect(await measure(paced([textEvent('a', { finish: 'length' }), usageEvent(4, 1), DONE])));
    const bundle = collect(
      await measure(paced([textEvent('abcdefgh', { finish: 'length' }), usageEvent(4, 8), DONE])),
    );
    for (const collector of [one, bundle])
      expect([collector.tpot.count, collector.itl.count, collector.icl.count, collector.ttft.count]).toEqual([
        0, 0, 0, 1,
      ]);
    expect(bundle.totalOutputTokens).toBe(8);
  });
});

describe('what is not a success', () => {
  const failing = async (next: Script, limits = RELAXED) => {
    const seen = await measure(next, limits);
    return [seen.outcome, seen.message] as const;
  };

  it.each([
    ['an error object', event({ error: { message: 'out of memory', code: 500 } })],
    ['an error object in a chunk with choices', event({ choices: [{ text: 'x' }], error: 'out of memory' })],
    ['an error event', 'event: error\ndata: {"message":"out of memory"}\n\n'],
    ['an error event of plain text', 'event: error\ndata: out of memory\n\n'],
    ['an error field', 'error: {"message":"out of memory"}\n\n'],
    ['an object of type error', event({ object: 'error', message: 'out of memory' })],
  ])('%s after a 200, even with tokens, a finish and [DONE]', async (_name, error) => {
    expect(
      await failing(
        paced([textEvent('a'), error, textEvent('', { finish: 'length' }), usageEvent(4, 64), DONE]),
      ),
    ).toEqual(['error_stream', 'out of memory']);
  });

  it('finish_reason error', async () => {
    expect(await failing(paced([textEvent('a', { finish: 'error' }), DONE]))).toEqual([
      'error_stream',
      'finish_reason error',
    ]);
  });

  it('an event that is not JSON', async () => {
    expect((await failing(paced([textEvent('a'), event('{"choices":'), DONE])))[0]).toBe('error_stream');
  });

  it('a stream that ends without finish_reason and [DONE], in whatever way', async () => {
    expect((await failing(paced([textEvent('a')])))[0]).toBe('truncated');
    expect((await failing(paced([])))[0]).toBe('truncated');
    expect((await failing(paced([textEvent('a'), 'data: {"choices":[{"te'])))[0]).toBe('truncated');
    const cut = async (isReset: boolean, framing: 'chunked' | 'close') =>
      failing(async (_request, reply) => {
        await reply.head(200, {}, framing);
        await reply.send(textEvent('a'));
        if (isReset) reply.reset();
        else reply.close();
      });
    expect((await cut(true, 'chunked'))[0]).toBe('truncated');
    expect((await cut(false, 'chunked'))[0]).toBe('truncated');
    expect((await cut(false, 'close'))[0]).toBe('truncated');
  });

  it('a completed stream without any token', async () => {
    expect(
      (
        await failing(
          paced([chatEvent({ role: 'assistant', content: '' }), chatEvent({}, { finish: 'stop' }), DONE]),
        )
      )[0],
    ).toBe('no_token');
  });

  it('HTTP errors, with their message and Retry-After', async () => {
    const seen = await measure((_request, reply) =>
      reply.whole(429, '{"error":{"message":"slow down"}}', { 'retry-after': '7' }),
    );
    expect(seen).toMatchObject({
      outcome: 'error_http',
      status: 429,
      message: 'HTTP 429: slow down',
      retryAfterS: 7,
    });
    expect(
      await failing((_request, reply) => reply.whole(503, 'no\n', { 'content-type': 'text/plain' })),
    ).toEqual(['error_http', 'HTTP 503: no']);
    expect(await failing((_request, reply) => reply.whole(500, ''))).toEqual(['error_http', 'HTTP 500']);
  });

  it('an answer that is not a stream, or a compressed one', async () => {
    expect((await failing((_request, reply) => reply.whole(200, '{"choices":[]}')))[0]).toBe('error_stream');
    expect(
      (
        await failing(async (_request, reply) => {
          await reply.head(200, { 'content-encoding': 'gzip' });
          await reply.send(Buffer.from([0x1f, 0x8b]));
          await reply.end();
        })
      )[0],
    ).toBe('error_stream');
  });

  it('a connection lost before any answer', async () => {
    expect(
      (
        await failing((_request, reply) => {
          reply.reset();
        })
      )[0],
    ).toBe('error_connect');
  });

  it('time limits: first byte, idle, total', async () => {
    const hang: Script = async (_request, reply) => {
      await reply.wait(1500);
    };
    expect(await failing(hang, { ...RELAXED, firstByteMs: 100 })).toEqual(['timeout', 'first byte timeout']);
    const stall: Script = async (_request, reply) => {
      await reply.head();
      await reply.send(textEvent('a'));
      await reply.wait(1500);
    };
    expect(await failing(stall, { ...RELAXED, idleMs: 100 })).toEqual(['timeout', 'idle timeout']);
    const drip: Script = async (_request, reply) => {
      await reply.head();
      for (let i = 0; i < 50; i++) {
        await reply.send(': keep-alive\n\n');
        await reply.wait(20);
      }
    };
    expect(await failing(drip, { ...RELAXED, idleMs: 500, totalMs: 200 })).toEqual([
      'timeout',
      'total timeout',
    ]);
  });
});

describe('stream shapes', () => {
  it('ignores what comes after [DONE], and takes [DONE] as the end of a server that does not end', async () => {
    const seen = await measure(
      paced([
        textEvent('a', { finish: 'length' }),
        usageEvent(4, 1),
        DONE,
        event({ error: 'late' }),
        textEvent('b'),
      ]),
    );
    expect(seen).toMatchObject({ outcome: 'ok', chunks: 1, outputTokens: 1 });
    const hung = await measure(async (_request, reply) => {
      await reply.head();
      await reply.send(textEvent('a', { finish: 'length' }) + usageEvent(4, 1) + DONE);
      await reply.wait(2000);
    });
    expect(hung.outcome).toBe('ok');
    expect(hung.lastTokenAt - hung.sentAt).toBeLessThan(900);
  });

  it('takes a finish_reason without [DONE], and a last event without its blank line', async () => {
    expect((await measure(paced([textEvent('a', { finish: 'stop' })]))).outcome).toBe('ok');
    expect(
      (await measure(paced([textEvent('a'), textEvent('b', { finish: 'stop' }).trimEnd()]))).chunks,
    ).toBe(2);
    expect((await measure(paced([textEvent('a'), 'data: [DONE]']))).outcome).toBe('ok');
  });

  it('takes CRLF, no space after data:, comments and several events in one read', async () => {
    const stream = [
      ': hi\n\n',
      textEvent('a'),
      textEvent('b', { finish: 'length' }),
      usageEvent(4, 2),
      DONE,
    ].join('');
    const seen = await measure(paced([stream.replaceAll('\n', '\r\n').replaceAll('data: ', 'data:')]));
    expect(seen).toMatchObject({ outcome: 'ok', chunks: 2, outputTokens: 2, firstTokenAt: seen.lastTokenAt });
  });

  it('is the same when the bytes are cut anywhere', async () => {
    const stream = Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n'),
      chunk(chatEvent({ role: 'assistant', content: '' })),
      chunk(chatEvent({ content: ' 漢🙂 \n x' }) + chatEvent({ content: 'é' }, { finish: 'length' })),
      chunk(usageEvent(9, 2) + DONE),
      Buffer.from('0\r\n\r\n'),
    ]);
    for (let cut = 1; cut < stream.length; cut++) {
      const seen = await measure(async (_request, reply) => {
        await reply.raw(stream.subarray(0, cut));
        await reply.raw(stream.subarray(cut));
      });
      expect(seen, `cut at ${cut}: ${seen.message}`).toMatchObject({
        outcome: 'ok',
        chunks: 2,
        outputTokens: 2,
        usagePromptTokens: 9,
      });
    }
  });
});
