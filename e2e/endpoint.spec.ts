import { expect, test, type Page } from '@playwright/test';
import { isLlamaSupported } from '#testing/llama/install.ts';
import { startLlamaServer, type LlamaServerHandle } from '#testing/llama/llama-server.ts';
import { choose, signIn } from './sign-in.ts';

/** How most people start: their own OpenAI-compatible server, here a real llama.cpp engine. */
test.skip(!isLlamaSupported, 'llama.cpp has a prebuilt binary for linux-x64 only');

let engine: LlamaServerHandle;
test.beforeAll(async () => {
  engine = await startLlamaServer();
});
test.afterAll(() => engine.stop());

interface Output {
  provenance: string;
  tokens_per_sec: number;
  total_output_tokens: number;
  token_count_source: string;
  output_tokens_mean: number;
  success_rate: number;
  measured_from: string;
  measured_to: string;
}

test('benchmarks a running endpoint by clicks, and its figures are the engine’s own', async ({ page }) => {
  const orgId = await signIn(page, 'endpoint');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Servers' }).click();

  await page.getByRole('button', { name: 'Add a model' }).click();
  const model = page.getByRole('dialog');
  await model.getByLabel('Code').fill('tiny-random-llama');
  await model.getByLabel('Context').fill('1024');
  await model.getByRole('button', { name: /^Add/ }).click();
  await expect(model).toBeHidden();

  await page.getByRole('button', { name: 'Add config' }).click();
  const config = page.getByRole('dialog');
  await config.getByRole('radio', { name: /running endpoint/i }).check({ force: true });
  await config.getByRole('textbox', { name: 'Address' }).fill(engine.baseUrl);
  await config.getByRole('textbox', { name: 'Code' }).fill('my-llama');
  await config.getByRole('button', { name: /^Add/ }).click();
  await page.getByRole('link', { name: /Benchmark this endpoint/ }).click();

  await expect(page.getByRole('heading', { name: 'Submit an LLM benchmark' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Project', exact: true }).click();
  await expect(page.getByRole('dialog').or(page.getByRole('listbox')).first()).toBeVisible();
  await page.keyboard.type('My own server');
  await page
    .getByRole('option', { name: /My own server/ })
    .first()
    .click();
  await choose(page, 'Model', 'tiny-random-llama');
  await page.getByRole('radio', { name: /OpenAI-compatible/ }).check({ force: true });
  await page.getByLabel('Concurrency', { exact: true }).fill('4');
  await page.getByLabel(/Input length/).fill('64');
  await page.getByLabel(/Output length/).fill('200');

  const meter = watchMeter(engine.baseUrl);
  await page.getByRole('button', { name: 'Submit job' }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+/);
  await expect(page.getByText('completed', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
  await expect(page.getByText('Output throughput').first()).toBeVisible();
  const samples = await meter.stop();

  const jobId = /\/jobs\/(\d+)/.exec(page.url())?.[1] ?? '';
  const [output] = await readAs<Output>(page, `v_bench_llm_outputs?org_id=eq.${orgId}&job_id=eq.${jobId}`);
  if (output === undefined) throw new Error('no result');
  expect(output).toMatchObject({
    provenance: 'measured',
    token_count_source: 'usage',
    output_tokens_mean: 200,
    success_rate: 1,
  });
  // The engine's own counter over the same window.
  const [from, to] = [Date.parse(output.measured_from), Date.parse(output.measured_to)];
  const engineRate = ((at(samples, to) - at(samples, from)) / (to - from)) * 1000;
  expect(
    Math.abs(output.tokens_per_sec / engineRate - 1),
    `ours ${output.tokens_per_sec}, the engine's ${engineRate}`,
  ).toBeLessThan(0.02);
});

const LONGEST_ROUND_TRIP_MS = 20;

type Sample = readonly [atMs: number, tokens: number];

function watchMeter(baseUrl: string) {
  const samples: Sample[] = [];
  const stopped = new AbortController();
  const loop = (async () => {
    while (!stopped.signal.aborted) {
      const before = Date.now();
      const text = await (await fetch(`${baseUrl}/metrics`)).text();
      const after = Date.now();
      const tokens = Number(/^llamacpp:tokens_predicted_total (\d+)/m.exec(text)?.[1]);
      // The count is of some moment within the round trip: one that took longer says too little about when.
      if (after - before <= LONGEST_ROUND_TRIP_MS) samples.push([(before + after) / 2, tokens]);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await loop;
      return samples;
    },
  };
}

/** The counter at a moment, on the line between the two readings around it. */
function at(samples: readonly Sample[], ms: number): number {
  const after = samples.findIndex(([t]) => t >= ms);
  const [t1, n1] = samples[after] ?? [NaN, NaN];
  const [t0, n0] = samples[after - 1] ?? [NaN, NaN];
  return n0 + ((n1 - n0) * (ms - t0)) / (t1 - t0);
}

/** Reads a view with a token of the page's session. */
async function readAs<T>(page: Page, query: string): Promise<T[]> {
  return page.evaluate(async (path) => {
    const refreshed = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'x-requested-with': 'e2e' },
    });
    const { access_token } = (await refreshed.json()) as { access_token: string };
    const response = await fetch(`/api/${path}`, { headers: { authorization: `Bearer ${access_token}` } });
    return (await response.json()) as never;
  }, query);
}
