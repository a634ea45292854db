import { afterEach, describe, expect, it } from 'vitest';
import {
  benchLlmResultSchema,
  type BenchLlmResult,
  type BenchProgress,
} from '#contract/worker/bench-llm-result.ts';
import { benchLlmSpecSchema, type BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import {
  completionBody,
  DONE,
  event,
  promptWords,
  startScriptedServer,
  textEvent,
  usage,
  usageEvent,
  wellBehaved,
  type Script,
  type ScriptedServer,
} from '#testing/scripted-model-server.ts';
import { PreparationError, ServerUnreachableError } from '#worker/bench/llm/prepare.ts';
import { failureOf } from '#worker/bench/llm/result.ts';
import { runBenchLlm, type BenchEnvironment } from '#worker/bench/llm/run.ts';

type Options = Parameters<typeof startScriptedServer>[1];
const PROXY = { httpProxy: null, httpsProxy: null, noProxy: null };

let server: ScriptedServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

async function run(
  script: Script,
  overrides: Partial<BenchLlmSpec> = {},
  more: { options?: Options; environment?: Partial<BenchEnvironment> } = {},
): Promise<BenchLlmResult> {
  server = await startScriptedServer(script, more.options);
  const spec = benchLlmSpecSchema.parse({
    schema_version: 1,
    base_url: server.baseUrl,
    concurrency: 4,
    num_requests: 12,
    input_len: 20,
    output_len: 4,
    seed: 1,
    ...overrides,
  });
  const result = await runBenchLlm(spec, {
    apiKey: null,
    proxy: PROXY,
    signal: new AbortController().signal,
    ...more.environment,
  });
  return benchLlmResultSchema.strict().parse(result);
}

/** Requests of the run itself, without the probes. */
const sent = () =>
  (server?.requests ?? []).filter((request) => !request.headers.get('x-request-id')?.startsWith('probe-'));
const isKind = (kind: string) => (request: { headers: ReadonlyMap<string, string> }) =>
  request.headers.get('x-request-id')?.startsWith(`${kind}-`) === true;
const isProbe = isKind('probe');

describe('a run against a well-behaved server', () => {
  it('measures the asked number of requests and counts tokens by usage', async () => {
    const result = await run(wellBehaved(2), {
      goodput: { e2el_ms: 60_000 },
      save_detailed: true,
      metadata: { job: '7' },
    });
    expect(result).toMatchObject({
      model_id: 'scripted',
      backend: 'openai',
      num_prompts: 12,
      completed: 12,
      failed: 0,
      max_concurrency: 4,
      max_concurrent_requests: 4,
      total_input_tokens: 240,
      total_output_tokens: 48,
      transport: 'raw-socket',
      token_count_source: 'usage',
      usage_missing: 0,
      tokens_mismatch: 0,
      osl_mismatch: false,
      isl_mismatch: false,
      seed: 1,
      metadata: { job: '7' },
      stopped: null,
      warnings: [],
      input_len_actual: { min: 20, mean: 20, max: 20 },
      output_len_actual: { min: 4, mean: 4, max: 4 },
      goodput: { good_requests: 12 },
      error_samples: [],
      request_features: { continuous_usage: true, include_usage: true, ignore_eos: true },
    });
    expect(result.input_lens).toEqual(Array.from({ length: 12 }, () => 20));
    expect(result.itls?.every((gaps) => gaps.length === 3)).toBe(true);
    expect(result.start_times?.every((at) => at >= 0)).toBe(true);
    expect(result.ended_at_unix - result.started_at_unix).toBeCloseTo(result.duration, 3);
    expect(Math.abs(result.ended_at_unix - Date.now() / 1000)).toBeLessThan(2);
    // Twelve samples say nothing about a p99; the mean of gaps is the mean TPOT where each event is one token.
    expect(result.p99_ttft_ms).toBeNull();
    expect(result.mean_itl_ms).toBeCloseTo(result.mean_tpot_ms ?? NaN, 6);
    expect(result.request_goodput).toBeCloseTo(result.request_throughput ?? NaN, 9);
    expect(failureOf(result, 0.05)).toBeNull();
  });

  it('is exactly vLLM arithmetic when nothing is handed over', async () => {
    const result = await run(wellBehaved(2), { num_warmups: 0 });
    expect(result.warmup_requests).toBe(0);
    expect(result.handover_output_tokens).toBe(0);
    expect(result.output_throughput).toBeCloseTo(48 / result.duration, 6);
    expect(result.request_throughput).toBeCloseTo(12 / result.duration, 6);
    expect(result.total_token_throughput).toBeCloseTo((48 + 240) / result.duration, 6);
  });

  it('keeps the asked concurrency at the server, on as many connections', async () => {
    // The first wave is answered when all of it is there: a client with a limit of its own would wait for ever.
    let arrived = 0;
    let release = (): void => undefined;
    const allThere = new Promise<void>((resolve) => (release = resolve));
    const gated: Script = async (request, reply) => {
      if (!isProbe(request)) {
        if (++arrived === 150) release();
        await allThere;
      }
      await wellBehaved(3)(request, reply);
    };
    const timeouts = { connect_s: 10, first_byte_s: 10, idle_s: 10, total_s: 20 };
    const result = await run(gated, { concurrency: 150, num_requests: 300, num_warmups: 150, timeouts });
    expect(server?.maxConcurrent()).toBe(150);
    expect(server?.connections()).toBe(150);
    expect(result).toMatchObject({ completed: 300, max_concurrent_requests: 150 });
    expect(result.p99_ttft_ms).not.toBeNull();
    expect(result.concurrency_mean).toBeLessThanOrEqual(150);
    expect(result.steady).not.toBeNull();
  });

  it('reports progress through every phase', async () => {
    const lines: BenchProgress[] = [];
    await run(wellBehaved(), {}, { environment: { onProgress: (line) => lines.push(line) } });
    expect([...new Set(lines.map(({ phase }) => phase))]).toEqual([
      'preparing',
      'warming',
      'measuring',
      'collecting',
    ]);
    expect(lines.findLast(({ phase }) => phase === 'measuring')).toMatchObject({ done: 12, total: 12 });
  });

  it('speaks chat and sends the key, the extra fields and exactly one Authorization header', async () => {
    const chat: Script = async (request, reply) => {
      const { max_tokens } = completionBody(request);
      const tokens = Array.from({ length: max_tokens }, (_, i) =>
        event({
          choices: [
            { index: 0, delta: { content: 'x' }, finish_reason: i === max_tokens - 1 ? 'length' : null },
          ],
        }),
      );
      // Chat templates add tokens of their own: 6 here.
      await reply.stream([
        event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] }),
        ...tokens,
        usageEvent(promptWords(request) + 6, max_tokens) + DONE,
      ]);
    };
    const result = await run(
      chat,
      { endpoint: 'chat', model: 'm', extra_body: { top_p: 0.5, stream: false } },
      { environment: { apiKey: 'key-1' } },
    );
    expect(result).toMatchObject({
      backend: 'openai-chat',
      model_id: 'm',
      completed: 12,
      input_len_actual: { min: 20, max: 20 },
    });
    const [first] = sent();
    expect(first?.path).toBe('/v1/chat/completions');
    expect(first?.headers.get('authorization')).toBe('Bearer key-1');
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      model: 'm',
      stream: true,
      top_p: 0.5,
      max_tokens: 4,
      ignore_eos: true,
      temperature: 0,
    });
  });

  it('carries 64 streams with 200 KB prompts at once without holding one back', async () => {
    const result = await run(wellBehaved(), {
      concurrency: 64,
      num_requests: 64,
      num_warmups: 0,
      input_len: 40_000,
      output_len: 3,
    });
    expect(result).toMatchObject({ completed: 64, max_concurrent_requests: 64, isl_mismatch: false });
    expect(sent().every(({ body }) => body.length > 180_000)).toBe(true);
  });
});

describe('warm-up', () => {
  /** Serves in start-up order: the first wave is slow, as a cold server's is. */
  const slowStart: Script = async (request, reply) => {
    const isFirstWave = !isProbe(request) && sent().indexOf(request) < 4;
    await reply.head();
    await reply.wait(isFirstWave ? 1000 : 10);
    await wellBehavedBody(request, reply);
  };
  const wellBehavedBody: Script = async (request, reply) => {
    const { max_tokens } = completionBody(request);
    for (let i = 0; i < max_tokens; i++)
      await reply.send(textEvent('x', i === max_tokens - 1 ? { finish: 'length' } : {}));
    await reply.send(usageEvent(promptWords(request), max_tokens) + DONE);
    await reply.end();
  };

  it('keeps the start-up wave out of the numbers and does not drain before measuring', async () => {
    const active = { now: 0, atFirstMeasured: -1 };
    const result = await run(
      async (request, reply) => {
        if (isKind('measured')(request) && active.atFirstMeasured < 0) active.atFirstMeasured = active.now;
        active.now++;
        await slowStart(request, reply);
        active.now--;
      },
      { num_requests: 40 },
    );
    expect(result.max_concurrent_requests).toBe(4);
    expect(result.warmup_requests).toBeGreaterThanOrEqual(8);
    expect(result.warmup_requests).toBeLessThanOrEqual(11);
    expect(result.p90_ttft_ms).toBeLessThan(800);
    // The other slots were at work when the first measured request came.
    expect(active.atFirstMeasured).toBeGreaterThan(0);
  });

  it('counts the handed-over part in throughput: as much as the server produced in the window', async () => {
    // Three warm-ups stop in the middle until the first measured request shows that the window is open.
    let halves = 0;
    let open = (): void => undefined;
    const isOpen = new Promise<void>((resolve) => (open = resolve));
    const result = await run(
      async (request, reply) => {
        if (isProbe(request)) return wellBehaved()(request, reply);
        if (isKind('measured')(request)) open();
        const isFirst = request.headers.get('x-request-id') === 'warmup-1-0';
        const { max_tokens } = completionBody(request);
        await reply.head();
        while (isFirst && halves < 3) await reply.wait(20);
        for (let i = 0; i < max_tokens; i++) {
          if (isKind('warmup')(request) && !isFirst && i === 5) {
            halves++;
            await isOpen;
          }
          // Long enough that the steady part is wider than a bucket, however busy the machine is.
          if (isKind('measured')(request)) await reply.wait(3);
          await reply.send(textEvent('x', i === max_tokens - 1 ? { finish: 'length' } : {}));
        }
        await reply.send(usageEvent(promptWords(request), max_tokens) + DONE);
        await reply.end();
      },
      { num_warmups: 1, num_requests: 12, output_len: 10 },
    );
    expect(result).toMatchObject({
      warmup_requests: 4,
      total_output_tokens: 120,
      handover_output_tokens: 15,
    });
    expect(result.output_throughput).toBeCloseTo(135 / result.duration, 6);
    // A request handed over half done counts half; its prefill was before the window.
    expect(result.request_throughput).toBeCloseTo(13.5 / result.duration, 6);
    expect(result.total_token_throughput).toBeCloseTo((135 + 240) / result.duration, 6);
    expect(result.steady).not.toBeNull();
  });

  it('measures nothing but what it sent itself when all warm-ups fail', async () => {
    const result = await run(
      (request, reply) =>
        isKind('warmup')(request) ? reply.whole(500, '{}') : wellBehaved()(request, reply),
      { num_warmups: 4 },
    );
    expect(result).toMatchObject({ completed: 12, failed: 0, status_counts: { error_http: 0 } });
  });
});

describe('lengths and prompts', () => {
  it('calibrates to the asked input length whatever a word costs', async () => {
    // Three tokens a word and eleven before: no text tokenizer is that bad.
    const result = await run(
      async (request, reply) => {
        const { max_tokens } = completionBody(request);
        await reply.stream([
          ...Array.from({ length: max_tokens }, () => textEvent('x')),
          textEvent('', { finish: 'length' }),
          usageEvent(11 + 3 * promptWords(request), max_tokens) + DONE,
        ]);
      },
      { input_len: 500 },
    );
    // 163 words are exactly 500 tokens.
    expect(result.input_len_actual).toEqual({ min: 500, mean: 500, max: 500 });
    expect(result.isl_mismatch).toBe(false);
    expect((server?.requests.length ?? 0) - sent().length).toBeLessThanOrEqual(4);
  });

  /** A server without /tokenize whose tokens of a prompt are what `count` says. */
  const counting =
    (count: (text: string) => number): Script =>
    async (request, reply) => {
      const { prompt = '', max_tokens } = completionBody(request);
      await reply.stream([
        ...Array.from({ length: max_tokens }, () => textEvent('x')),
        textEvent('', { finish: 'length' }),
        usageEvent(count(prompt), max_tokens) + DONE,
      ]);
    };

  it('learns what words cost where they differ and nothing counts tokens', async () => {
    // A piece of two letters is a token; the first word is one more, and there is a template of five.
    const cost = (text: string) =>
      6 + text.split(' ').reduce((sum, word) => sum + Math.ceil(word.length / 2), 0);
    const result = await run(counting(cost), { input_len: 64, num_requests: 40 });
    expect(result.input_len_actual).toEqual({ min: 64, mean: 64, max: 64 });
    const prompts = sent().map((request) => completionBody(request).prompt ?? '');
    expect(new Set(prompts.map((prompt) => prompt.split(' ').slice(0, 5).join(' '))).size).toBe(
      prompts.length,
    );
  });

  it('keeps to the mean where the tokens of words do not add up', async () => {
    // A word costs by what stands before it.
    const cost = (text: string) => {
      const words = text.split(' ');
      return words.reduce(
        (sum, word, i) => sum + 1 + ((word.length + (words[i - 1]?.length ?? 0) * 3) % 3),
        0,
      );
    };
    const result = await run(counting(cost), { input_len: 400, num_requests: 40 });
    expect(result.completed).toBe(40);
    expect(Math.abs((result.input_len_actual.mean ?? 0) / 400 - 1)).toBeLessThan(0.03);
  });

  it('aligns each prompt exactly where the server counts tokens', async () => {
    // Words of more than four letters are two tokens, and there is a beginning-of-text token that /tokenize leaves out.
    const cost = (text: string) => text.split(' ').reduce((sum, word) => sum + (word.length > 4 ? 2 : 1), 0);
    const result = await run(
      async (request, reply) => {
        const { prompt = '', max_tokens } = completionBody(request);
        await reply.stream([
          textEvent('x'),
          textEvent('x', { finish: 'length' }),
          usageEvent(1 + cost(prompt), max_tokens) + DONE,
        ]);
      },
      { input_len: 101, output_len: 2 },
      {
        options: {
          paths: {
            '/tokenize': (request, reply) =>
              reply.whole(200, JSON.stringify({ count: cost(completionBody(request).prompt ?? '') })),
          },
        },
      },
    );
    expect(result.input_len_actual).toEqual({ min: 101, mean: 101, max: 101 });
  });

  it('says when the server sees another length than asked', async () => {
    const fixed: Script = async (request, reply) => {
      const { max_tokens } = completionBody(request);
      const prompt = isProbe(request) ? promptWords(request) : 25;
      await reply.stream([
        textEvent('x'),
        textEvent('x', { finish: 'stop' }),
        usageEvent(prompt, isProbe(request) ? max_tokens : 2) + DONE,
      ]);
    };
    const result = await run(fixed, { output_len: 4 });
    expect(result).toMatchObject({ isl_mismatch: true, osl_mismatch: true, output_len_actual: { mean: 2 } });
    expect(result.warnings).toEqual([
      expect.stringMatching(/^osl_mismatch/),
      expect.stringMatching(/^isl_mismatch/),
    ]);
  });

  it('never sends an empty or repeated prompt, nor a shared prefix', async () => {
    await run(wellBehaved(), { input_len: 1, output_len: 1, num_requests: 4 });
    expect((server?.requests ?? []).every((request) => promptWords(request) === 1)).toBe(true);
    await server?.close();
    await run(wellBehaved(), { input_len: 30, num_requests: 60 });
    const prompts = (server?.requests ?? []).map((request) => completionBody(request).prompt ?? '');
    expect(new Set(prompts).size).toBe(prompts.length);
    expect(new Set(prompts.map((prompt) => prompt.split(' ').slice(0, 4).join(' '))).size).toBe(
      prompts.length,
    );
  });

  it('repeats the prompts of a seed and changes them with it', async () => {
    const hash = async (seed: number) => {
      const result = await run(wellBehaved(), { seed, num_requests: 6 });
      const prompts = sent()
        .filter(isKind('measured'))
        .map(({ body }) => body)
        .sort();
      await server?.close();
      return { hash: result.prompts_hash, prompts };
    };
    const first = await hash(5);
    expect(await hash(5)).toEqual(first);
    const other = await hash(6);
    expect(other.hash).not.toBe(first.hash);
    expect(other.prompts.filter((prompt) => first.prompts.includes(prompt))).toEqual([]);
  });

  it('spreads lengths as the range says', async () => {
    const result = await run(wellBehaved(), {
      input_len: 40,
      output_len: 10,
      range: { mode: 'symmetric', value: 0.5 },
      num_requests: 60,
    });
    expect(result.input_len_actual.min).toBeGreaterThanOrEqual(20);
    expect(result.input_len_actual.max).toBeLessThanOrEqual(60);
    expect((result.output_len_actual.max ?? 0) - (result.output_len_actual.min ?? 0)).toBeGreaterThan(5);
    expect(result).toMatchObject({ isl_mismatch: false, osl_mismatch: false });
  });
});

describe('servers that accept less', () => {
  const refusing =
    (isRefused: (body: Record<string, unknown>) => boolean): Script =>
    (request, reply) =>
      isRefused(JSON.parse(request.body) as Record<string, unknown>)
        ? reply.whole(400, '{"error":{"message":"unknown field"}}')
        : wellBehaved()(request, reply);

  it('goes without continuous usage after a 400', async () => {
    const result = await run(
      refusing((body) => JSON.stringify(body['stream_options'] ?? {}).includes('continuous_usage_stats')),
    );
    expect(result.request_features).toEqual({
      continuous_usage: false,
      include_usage: true,
      ignore_eos: true,
    });
    expect(result).toMatchObject({ completed: 12, failed: 0 });
  });

  it('goes without stream_options and ignore_eos', async () => {
    const result = await run(refusing((body) => 'stream_options' in body || 'ignore_eos' in body));
    expect(result.request_features).toEqual({
      continuous_usage: false,
      include_usage: false,
      ignore_eos: false,
    });
  });

  it('reports the refusal when nothing helps', async () => {
    await expect(run(refusing(() => true))).rejects.toThrow(
      new PreparationError('the server refuses the request: HTTP 400: unknown field'),
    );
  });

  it('counts events and says so when there is no usage', async () => {
    const result = await run((request, reply) =>
      reply.stream([
        ...Array.from({ length: completionBody(request).max_tokens }, () => textEvent('x')),
        DONE,
      ]),
    );
    expect(result).toMatchObject({
      completed: 12,
      token_count_source: 'chunks',
      usage_missing: 12,
      total_output_tokens: 48,
      p50_itl_ms: null,
    });
    expect(result.p50_icl_ms).not.toBeNull();
    expect(result.input_len_actual).toEqual({ min: null, mean: null, max: null });
    expect(result.warnings).toEqual([expect.stringMatching(/^usage_missing/)]);
  });

  it('divides by running usage where several tokens share an event', async () => {
    const result = await run(
      async (request, reply) => {
        const prompt = promptWords(request);
        const { max_tokens } = completionBody(request);
        await reply.head();
        for (let done = 0; done < max_tokens; done += 4) {
          await reply.wait(20);
          await reply.send(
            textEvent('abcd', {
              usage: usage(prompt, Math.min(max_tokens, done + 4)),
              ...(done + 4 >= max_tokens ? { finish: 'length' } : {}),
            }),
          );
        }
        await reply.send(DONE);
        await reply.end();
      },
      { output_len: 16 },
    );
    expect(result).toMatchObject({ total_output_tokens: 192, tokens_mismatch: 0 });
    // Fifteen gaps a request in three event gaps of 20 ms or more: ITL is TPOT, not the event gap.
    expect(result.mean_itl_ms).toBeCloseTo(result.mean_tpot_ms ?? NaN, 6);
    expect(result.mean_icl_ms).toBeCloseTo((result.mean_tpot_ms ?? NaN) * 5, 6);
    // vLLM's peak counted events; this one counts tokens, and needs a whole second.
    expect(result.duration < 1 ? result.max_output_tokens_per_s : null).toBeNull();
  });
});

describe('failures', () => {
  const failingEvery = (n: number, failure: Script): Script => {
    let count = 0;
    return (request, reply) =>
      !isProbe(request) && isKind('measured')(request) && count++ % n === 0
        ? failure(request, reply)
        : wellBehaved()(request, reply);
  };

  it('counts each kind apart, adds none of their tokens, and names the samples', async () => {
    const failures: Script[] = [
      (_request, reply) => reply.whole(503, '{"error":"overloaded"}'),
      (_request, reply) => reply.stream([textEvent('x'), event({ error: { message: 'oom' } })]),
      (_request, reply) => reply.stream([textEvent('x')]),
      (_request, reply) => reply.stream([DONE]),
    ];
    let turn = 0;
    const result = await run(
      failingEvery(2, (request, reply) => (failures[turn++ % 4] ?? wellBehaved())(request, reply)),
      { num_requests: 16, goodput: { e2el_ms: 60_000 } },
    );
    expect(result.status_counts).toEqual({
      ok: 8,
      error_http: 2,
      error_stream: 2,
      truncated: 2,
      timeout: 0,
      cancelled: 0,
      no_token: 2,
      error_connect: 0,
    });
    expect(result).toMatchObject({
      completed: 8,
      failed: 8,
      total_output_tokens: 32,
      goodput: { good_requests: 8 },
    });
    expect(result.error_samples).toEqual(
      expect.arrayContaining([
        { kind: 'error_http', message: 'HTTP 503: overloaded', count: 2 },
        { kind: 'error_stream', message: 'oom', count: 2 },
      ]),
    );
    expect(failureOf(result, 0.05)).toMatch('50.0 % of requests failed');
    expect(failureOf(result, 0.5)).toBeNull();
  });

  it('waits as Retry-After says', async () => {
    const answered: number[] = [];
    const result = await run(
      (request, reply) => {
        if (isProbe(request)) return wellBehaved()(request, reply);
        answered.push(performance.now());
        return answered.length === 1
          ? reply.whole(429, '{}', { 'retry-after': '1' })
          : wellBehaved()(request, reply);
      },
      { concurrency: 1, num_warmups: 0, num_requests: 2 },
    );
    expect(result.status_counts).toMatchObject({ ok: 1, error_http: 1 });
    expect((answered[1] ?? 0) - (answered[0] ?? 0)).toBeGreaterThan(990);
  });

  it('stops early when the server has died, well before all requests have failed', async () => {
    let dead = false;
    const result = await run(
      (request, reply) => {
        dead ||= isKind('measured')(request) && request.index > 30;
        if (dead) {
          reply.reset();
          return;
        }
        return wellBehaved()(request, reply);
      },
      { num_requests: 5000 },
    );
    expect(result.stopped).toMatch(/requests in a row failed/);
    expect(result.num_prompts).toBeLessThan(200);
    expect(failureOf(result, 1)).toBe(result.stopped);
  });

  it('fails when no request succeeded', async () => {
    const result = await run(
      (request, reply) => (isProbe(request) ? wellBehaved()(request, reply) : reply.whole(500, '{}')),
      { num_warmups: 0, num_requests: 8 },
    );
    expect(result).toMatchObject({
      completed: 0,
      failed: 8,
      output_throughput: null,
      mean_ttft_ms: null,
      p50_tpot_ms: null,
    });
    expect(failureOf(result, 1)).toBe('no request succeeded');
  });

  it('says that nobody listens', async () => {
    server = await startScriptedServer(wellBehaved());
    const { baseUrl } = server;
    await server.close();
    const spec = benchLlmSpecSchema.parse({
      schema_version: 1,
      base_url: baseUrl,
      concurrency: 1,
      num_requests: 1,
      input_len: 1,
      output_len: 1,
      seed: 1,
    });
    const environment = { apiKey: null, proxy: PROXY, signal: new AbortController().signal };
    await expect(runBenchLlm(spec, environment)).rejects.toThrow(ServerUnreachableError);
    await expect(runBenchLlm({ ...spec, model: 'm' }, environment)).rejects.toThrow(ServerUnreachableError);
  });
});

describe('the end of a run', () => {
  it('sends nothing more after max_duration_s and lets what runs finish', async () => {
    const result = await run(wellBehaved(10), { num_requests: 3000, max_duration_s: 0.5, num_warmups: 0 });
    expect(result.stopped).toBeNull();
    expect(result.num_prompts).toBe(result.completed);
    expect(result.completed).toBeLessThan(1000);
    expect(result.duration).toBeGreaterThan(0.45);
    expect(result.duration).toBeLessThan(3);
  });

  it('counts what outlives the drain as failed: sent is completed and failed, and the run says so', async () => {
    const result = await run(
      async (request, reply) => {
        // Every second request of the run starts and never ends.
        if (isKind('measured')(request) && sent().indexOf(request) % 2 === 1) {
          await reply.head();
          await reply.send(textEvent('x'));
          return;
        }
        await wellBehaved(5)(request, reply);
      },
      { num_requests: 5000, num_warmups: 0, max_duration_s: 0.3 },
      { environment: { drainLimitMs: 200 } },
    );
    const { cancelled } = result.status_counts;
    expect(cancelled).toBeGreaterThan(0);
    expect(result.completed).toBeGreaterThan(0);
    expect(result.failed).toBe(cancelled);
    expect(result.completed + result.failed).toBe(result.num_prompts);
    expect(result.warnings).toContainEqual(expect.stringMatching(`^cancelled: ${cancelled} requests `));
    expect(result.error_samples).toEqual([{ kind: 'cancelled', message: 'cancelled', count: cancelled }]);
    const rate = cancelled / result.num_prompts;
    expect(failureOf(result, rate + 0.001)).toBeNull();
    expect(failureOf(result, rate - 0.001)).toMatch('% of requests failed');
  });

  it('rejects at once when aborted, at any phase, and leaves no connection open', async () => {
    for (const phase of ['preparing', 'warming', 'measuring'] as const) {
      const abort = new AbortController();
      const started = performance.now();
      await expect(
        run(
          wellBehaved(30),
          { num_requests: 5000, output_len: 20 },
          {
            environment: {
              signal: abort.signal,
              onProgress: (line) => {
                if (line.phase === phase) setTimeout(() => abort.abort(new Error('stop')), 20);
              },
            },
          },
        ),
      ).rejects.toThrow('stop');
      expect(performance.now() - started).toBeLessThan(5000);
      await server?.close();
    }
  });

  it('warns about prefix cache hits and queueing seen in /metrics', async () => {
    let scrapes = 0;
    const metrics = () => {
      scrapes++;
      return `# HELP x\nvllm:prefix_cache_queries_total{engine="0"} ${1000 * scrapes}\nvllm:prefix_cache_hits_total{engine="0"} ${50 * scrapes}\nvllm:num_requests_waiting{engine="0"} 3\nvllm:num_requests_waiting{engine="1"} 2\nvllm:num_requests_running{engine="0"} 1.0\n`;
    };
    const result = await run(wellBehaved(2), {}, { options: { gets: { '/metrics': metrics } } });
    expect(result.server_metrics).toEqual({
      prefix_cache_hit_rate: 0.05,
      running_halfway: 1,
      waiting_halfway: 5,
    });
    expect(result.warnings).toEqual([
      expect.stringMatching(/^prefix_cache_hits: 5.0 %/),
      expect.stringMatching(/^server_queue: 5 /),
    ]);
  });
});
