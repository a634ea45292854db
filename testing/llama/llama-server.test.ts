import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLlamaSupported } from './install.ts';
import { type LlamaServerHandle, startLlamaServer } from './llama-server.ts';
import { tinyModel } from './tiny-gguf.ts';

describe('tinyModel', () => {
  it('is a GGUF file, the same for a seed', () => {
    const file = tinyModel();
    expect(file.subarray(0, 4).toString()).toBe('GGUF');
    expect(file.readUInt32LE(4)).toBe(3);
    expect(file.length % 32).toBe(0);
    expect(file.length).toBeLessThan(600_000);
    expect(tinyModel().equals(file)).toBe(true);
    expect(tinyModel({ seed: 7 }).equals(file)).toBe(false);
  });
});

interface Chunk {
  choices: { text?: string; delta?: { role?: string; content?: string }; finish_reason: string | null }[];
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
}

describe.skipIf(!isLlamaSupported)('llama.cpp', () => {
  let server: LlamaServerHandle;
  beforeAll(async () => {
    server = await startLlamaServer();
  }, 240_000);
  afterAll(() => server.stop());

  const stream = async (path: string, body: object) => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify({
        stream: true,
        stream_options: { include_usage: true },
        ignore_eos: true,
        ...body,
      }),
    });
    const events = (await response.text()).split('\n\n').filter((event) => event !== '');
    expect(events.at(-1)).toBe('data: [DONE]');
    return events.slice(0, -1).map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
  };
  const counters = async () => {
    const text = await (await fetch(`${server.baseUrl}/metrics`)).text();
    const read = (name: string) => Number(new RegExp(`^llamacpp:${name} (\\d+)$`, 'm').exec(text)?.[1]);
    return { prompt: read('prompt_tokens_total'), generated: read('tokens_predicted_total') };
  };

  it('streams as many tokens as its usage and its own meter say', async () => {
    const before = await counters();
    const chunks = await stream('/v1/completions', { prompt: 'bade mo lu', max_tokens: 48, temperature: 0 });
    const usage = chunks.at(-1)?.usage;
    const tokens = chunks.filter((chunk) => chunk.choices.length > 0);
    expect(usage?.completion_tokens).toBe(48);
    expect(tokens).toHaveLength(48);
    expect(tokens.at(-1)?.choices[0]?.finish_reason).toBe('length');
    const after = await counters();
    expect(after.generated - before.generated).toBe(48);
    expect(after.prompt - before.prompt).toBe(usage?.prompt_tokens);
    const text = tokens.map((chunk) => chunk.choices[0]?.text).join('');
    expect(text).toMatch(/^[a-z ]+$/);
  });

  it('answers token ids and chat', async () => {
    const ids = await stream('/v1/completions', { prompt: [300, 310, 320], max_tokens: 5 });
    expect(ids.at(-1)?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 });
    const chat = await stream('/v1/chat/completions', {
      messages: [{ role: 'user', content: 'hi' }],
      max_tokens: 5,
    });
    expect(chat[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '' });
    expect(chat.at(-1)?.usage?.completion_tokens).toBe(5);
    expect(chat).toHaveLength(7);
  });

  it('serves more requests at once than it has sequences', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stream('/v1/completions', { prompt: 'ka', max_tokens: 10 + i })),
    );
    expect(results.map((chunks) => chunks.at(-1)?.usage?.completion_tokens)).toEqual(
      Array.from({ length: 20 }, (_, i) => 10 + i),
    );
  });

  it('names its model, is healthy, and refuses what its context cannot hold', async () => {
    const models = await (await fetch(`${server.baseUrl}/v1/models`)).json();
    expect(models).toMatchObject({ data: [{ id: server.model, max_model_len: 1024 }] });
    expect((await fetch(`${server.baseUrl}/health`)).status).toBe(200);
    const refused = await fetch(`${server.baseUrl}/v1/completions`, {
      method: 'POST',
      body: JSON.stringify({ prompt: 'ka', max_tokens: 5000 }),
    });
    expect(refused.status).toBe(400);
  });
});
