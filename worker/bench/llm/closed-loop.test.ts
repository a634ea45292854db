import { expect, it, vi } from 'vitest';
import { benchLlmSpecSchema } from '#contract/worker/bench-llm-spec.ts';
import { DONE, textEvent } from '#testing/scripted-model-server.ts';
import { monotonicMs } from '#worker/bench/clock.ts';
import type { HttpClient, ResponseObserver } from '#worker/bench/http/client.ts';
import { runClosedLoop } from '#worker/bench/llm/closed-loop.ts';
import { PromptBook } from '#worker/bench/llm/prompt-book.ts';
import { UNSCALED } from '#worker/bench/llm/prompts.ts';
import { RequestBuilder } from '#worker/bench/llm/request-body.ts';

const ROUNDS = 20;
/** One turn of the event loop sends for half a millisecond at most, which a busy machine may use up in one send. */
const FEWEST_PROMPT_ROUNDS = 12;

const spec = benchLlmSpecSchema.parse({
  schema_version: 1,
  base_url: 'http://h',
  concurrency: 3,
  num_requests: 3 * (ROUNDS + 1),
  num_warmups: 0,
  input_len: 4,
  output_len: 2,
  seed: 1,
});
const features = { continuousUsage: false, includeUsage: true, ignoreEos: true };
const ANSWER = Buffer.from(textEvent('x') + textEvent('x', { finish: 'length' }) + DONE);

it('fills a freed slot before the next socket is read, so that no read of the same turn makes it late', async () => {
  // A client without sockets: what matters is the order of reads and sends within one turn of the event loop.
  const events: string[] = [];
  const open: ResponseObserver[] = [];
  const client: HttpClient = {
    transport: 'raw-socket',
    send: (_request, observer) => {
      events.push('send');
      observer.onSent(monotonicMs());
      open.push(observer);
      return { abort: () => undefined };
    },
    close: () => undefined,
  };
  const builder = new RequestBuilder(spec, 'm', features, null);
  const prepared = {
    model: 'm',
    features,
    builder,
    scale: UNSCALED,
    isEven: true,
    costs: null,
    reference: null,
  };
  const { signal } = new AbortController();
  const book = await PromptBook.create(spec, prepared, null, signal);
  const running = runClosedLoop({ client, spec, book, signal });
  const allSent = () => vi.waitFor(() => expect(open).toHaveLength(3), { timeout: 10_000, interval: 5 });
  await allSent();
  expect(events.splice(0)).toEqual(['send', 'send', 'send']);

  let promptRounds = 0;
  for (let round = 0; round < ROUNDS; round++) {
    // Three sockets readable in one turn: Node runs what each callback left for the next tick before the next callback.
    for (const observer of open.splice(0)) {
      setImmediate(() => {
        events.push('read');
        observer.onHead({ status: 200, headers: new Map() }, monotonicMs());
        observer.onBody(ANSWER, 0, ANSWER.length, monotonicMs());
        observer.onEnd(monotonicMs());
      });
    }
    await allSent();
    if (events.splice(0).join(' ') === 'read send read send read send') promptRounds++;
  }
  expect(promptRounds).toBeGreaterThanOrEqual(FEWEST_PROMPT_ROUNDS);

  for (const observer of open.splice(0)) observer.onFailure('closed', 'over', monotonicMs());
  const record = await running;
  expect(record.measuredSent).toBe(3 * (ROUNDS + 1));
  expect(record.collector.outcomes).toEqual(
    new Map([
      ['ok', 3 * ROUNDS],
      ['truncated', 3],
    ]),
  );
});
