import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test, type Download, type Page } from '@playwright/test';
import { freePort, startProduct, type RunningProduct } from '#testing/product.ts';
import { expectClean } from './expect-clean.ts';
import { choose, signIn } from './sign-in.ts';

/** Heading of the recommendation that is shown whole. */
const recommended = (page: Page) => page.getByRole('region', { name: 'Recommended', exact: true });
const search = (page: Page) => new URL(page.url()).searchParams;

test('from the form, and from words, to an answer whose numbers can be traced; and back again', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: process.env['YARDSTICK_URL'] ?? '' });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const orgId = await signIn(page, 'sizer');

  await test.step('form to answer', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Sizer' }).first().click();
    await expect(page.getByRole('heading', { name: 'Sizer', level: 1 })).toBeVisible();
    await expect(page.getByText('No answer yet')).toBeVisible();
    await choose(page, 'Model', 'Llama-3.1-70B');
    await page.getByLabel('Requests in flight, all together').fill('64');
    await page.getByLabel('Input (tokens)').fill('2000');
    await page.getByLabel('Output (tokens)').fill('500');
    await page.getByRole('button', { name: 'Size it' }).click();
    await expect(recommended(page)).toBeVisible();
    await expect(recommended(page)).toContainText(/\d+ replicas? × \d+ GPUs? each \(TP \d+ × PP \d+/);
    await expect(recommended(page)).toContainText(/confidence/);
    await expect(page.getByRole('grid', { name: 'Recommendations' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Bill of materials' })).toBeVisible();
    expect(search(page).get('model')).toBe('Llama-3.1-70B');
    expect(search(page).get('conc')).toBe('64');
    expect(search(page).get('send')).toBe('modelServing,workloadShape');
  });

  await test.step('two clicks to the measured point behind it, with an address of its own', async () => {
    const point = recommended(page).getByRole('link', { name: /in flight$/ });
    if ((await point.count()) === 0) {
      await expect(recommended(page)).toContainText('No measurement near');
      return;
    }
    await point.first().click();
    const drawer = page.getByRole('dialog');
    await expect(drawer).toContainText('TTFT (ms)');
    await expect(drawer).toContainText('Source');
    expect(search(page).get('point')).not.toBeNull();
    await page.reload();
    await expect(page.getByRole('dialog')).toContainText('TTFT (ms)');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the answer can be taken along', async () => {
    const [xlsx, csv, pdf] = [
      await exported(page, 'XLSX'),
      await exported(page, 'CSV'),
      await exported(page, 'PDF'),
    ];
    expect(xlsx.subarray(0, 2).toString()).toBe('PK');
    expect(csv.toString()).toContain('Asked: Concurrency');
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4');
    await page.getByRole('button', { name: 'View as API call' }).click();
    await expect(page.getByRole('dialog')).toContainText('/api/sizer/solve');
    await expect(page.getByRole('dialog')).toContainText('"conc": 64');
    await page.keyboard.press('Escape');
  });

  await test.step('a pinned answer stands beside the next one', async () => {
    await page.getByRole('button', { name: 'Pin to compare' }).click();
    await page.getByLabel('Requests in flight, all together').fill('640');
    const comparison = page.getByRole('region', { name: 'Two answers side by side' });
    await expect(comparison).toBeVisible();
    await expect(comparison).toContainText(/[+−]\d/);
    await page.getByRole('button', { name: 'Unpin' }).click();
    await expect(comparison).toHaveCount(0);
  });

  await test.step('words to answer by the keyboard alone, two refinements, an undo', async () => {
    await page.goto(`/w/${orgId}/sizer`);
    await expect(page.getByText('No answer yet')).toBeVisible();
    // The keys of a page listen a moment after it is drawn: pressed until one is heard.
    const message = page.getByRole('textbox', { name: 'Message' });
    await expect(async () => {
      const isFocused = await message.evaluateAll((boxes) => boxes.includes(document.activeElement as never));
      if (!isFocused) await page.keyboard.press('i');
      await expect(message).toBeFocused({ timeout: 1000 });
    }).toPass();
    await expect(message).toHaveValue('');
    await say(
      page,
      'Llama 3.1 70B in fp8 on vLLM for 64 concurrent users with 2k input and 500 output tokens',
    );
    await expect(recommended(page)).toBeVisible();
    expect(search(page).get('prec')).toBe('fp8');
    expect(search(page).get('in')).toBe('2000');
    await say(page, 'only H200 or B200 please');
    await expect.poll(() => search(page).get('gpus')).toBe('h200-sxm,b200-sxm');
    await say(page, 'and keep p99 below 60s');
    await expect.poll(() => search(page).get('p99')).toBe('60000');
    // No turn loses what was said before.
    expect(search(page).get('gpus')).toBe('h200-sxm,b200-sxm');
    expect(search(page).get('conc')).toBe('64');
    await expect(page.getByLabel('p99 end to end, at most')).toHaveValue('60000');
    const turns = page.getByRole('log', { name: 'Conversation' }).getByRole('article');
    await expect(turns).toHaveCount(3);
    await expect(turns.nth(2)).toContainText('60,000 ms');
    await turns.nth(2).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => search(page).get('p99')).toBeNull();
    expect(search(page).get('gpus')).toBe('h200-sxm,b200-sxm');
    await expect(turns.nth(2)).toContainText('undone');
    await expect(recommended(page)).toBeVisible();
    // Reload: the same form, answer and conversation; back: the turn before the undo.
    await page.reload();
    await expect(turns).toHaveCount(3);
    await expect(recommended(page)).toBeVisible();
    await page.goBack();
    await expect.poll(() => search(page).get('p99')).toBe('60000');
    await expect(turns.nth(2)).toContainText('accepted');
  });

  await test.step('what is changed while the agent answers stays, and a message not answered comes back', async () => {
    await page.goto(`/w/${orgId}/sizer?model=Llama-3.1-70B&conc=64&send=modelServing,workloadShape`);
    const message = page.getByRole('textbox', { name: 'Message' });
    const conversation = page.getByRole('log', { name: 'Conversation' });
    await page.getByRole('button', { name: 'New conversation' }).click();
    let answer = () => {};
    const changed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/sizer/agent', async (route) => {
      await changed;
      await route.continue();
    });
    await message.fill('for 128 concurrent users, and keep p99 below 60s');
    await message.press('Enter');
    await expect(conversation).toContainText('Reading and sizing');
    await page.getByLabel('Requests in flight, all together').fill('32');
    await page.getByLabel('Output (tokens)').fill('700');
    await expect.poll(() => search(page).get('out')).toBe('700');
    answer();
    await expect.poll(() => search(page).get('p99')).toBe('60000');
    expect(search(page).get('conc')).toBe('32');
    expect(search(page).get('out')).toBe('700');
    await expect(page.getByLabel('Requests in flight, all together')).toHaveValue('32');
    await expect(conversation.getByRole('article')).toContainText(
      'Not done, as you changed it meanwhile: Concurrency: 128 in flight',
    );
    await page.unroute('**/api/sizer/agent');

    await page.route('**/api/sizer/agent', (route) => route.abort());
    await message.fill('only H200 please');
    await message.press('Enter');
    await expect(conversation.getByRole('alert')).toContainText('The message was not answered');
    await expect(conversation).toContainText('only H200 please');
    await expect(message).toHaveValue('only H200 please');
    await message.fill('only H200 or B200 please');
    await page.unroute('**/api/sizer/agent');
    // The one that failed, by its own button; what is in the box stays.
    await conversation.getByRole('button', { name: /^Try again/ }).click();
    await expect.poll(() => search(page).get('gpus')).toBe('h200-sxm');
    await expect(conversation.getByRole('alert')).toHaveCount(0);
    await expect(message).toHaveValue('only H200 or B200 please');
  });

  await test.step('what no field carries is told and taken back; the kind of answer stays, and so does the focus', async () => {
    await page.goto(`/w/${orgId}/sizer?ask=model_fit`);
    const message = page.getByRole('textbox', { name: 'Message' });
    const turns = page.getByRole('log', { name: 'Conversation' }).getByRole('article');
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect(message).toBeFocused();
    await page.getByRole('button', { name: /^Llama 3.1 70B in fp8 for 64/ }).click();
    await expect(message).toBeFocused();
    await expect(turns).toHaveCount(1);
    await expect.poll(() => search(page).get('model')).toBe('Llama-3.1-70B');
    expect(search(page).get('ask')).toBe('model_fit');
    await say(page, 'pipeline parallel 2');
    await expect(turns.nth(1)).toContainText(/Pipeline parallelism\s*not set → 2/);
    await expect.poll(() => search(page).get('more')).toBe('{"pp":2}');
    const undo = turns.nth(1).getByRole('button', { name: 'Undo' });
    await undo.focus();
    await undo.press('Enter');
    await expect(turns.nth(1)).toContainText('undone');
    await expect(turns.nth(1).getByRole('button', { name: 'Accept' })).toBeFocused();
    expect(search(page).get('more')).toBeNull();
    expect(search(page).get('ask')).toBe('model_fit');
  });

  await test.step('not covered: the four ways on, in order; the first leads to an answer', async () => {
    await page.goto(
      `/w/${orgId}/sizer?model=Llama-3.1-70B&conc=64&fw=deepspeed&send=modelServing,workloadShape,frameworkFilter`,
    );
    const steps = page.getByRole('list', { name: 'Recovery steps' }).getByRole('button');
    await expect(steps).toHaveText([
      /^1\. Remove the framework and precision filters/,
      /^2\. Allow more GPU models/,
      /^3\. Use a smaller or more common model/,
      /^4\. Only check whether the model fits/,
    ]);
    await steps.first().click();
    await expect(recommended(page)).toBeVisible();
    expect(search(page).get('send')).toBe('modelServing,workloadShape');
    await page.goBack();
    await expect(steps.first()).toBeVisible();
  });

  await test.step('too tight: what was rejected, and one press that gives an answer', async () => {
    await page.goto(
      `/w/${orgId}/sizer?model=DeepSeek-R1&conc=512&usd=20000&nodes=1&send=modelServing,workloadShape,budget,nodeLimit`,
    );
    await expect(page.getByText('NO_VIABLE_RECOMMENDATION')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Rejected candidates' })).toBeVisible();
    const change = page.getByRole('button', { name: /^Smallest change:/ });
    if ((await change.count()) > 0) {
      await change.click();
      await expect(recommended(page)).toBeVisible();
    }
  });

  await test.step('axe finds nothing, light and dark, wide and narrow', async () => {
    const load = 'model=Llama-3.1-70B&conc=64&gpus=h200-sxm,b200-sxm,l40s-48gb';
    const states = {
      answer: `${load}&send=modelServing,workloadShape,hardwareFilter&part=answer`,
      'not covered': `${load}&fw=deepspeed&send=modelServing,workloadShape,frameworkFilter&part=answer`,
      form: `${load}&inv=h100-sxm:16&send=workloadMix,budget,inventory,targetThroughput,growth`,
      chat: 'part=chat',
    };
    // Wide pages are opened light and turn dark, narrow ones the other way round.
    const looks = [
      { width: 1440, themes: ['light', 'dark'] },
      { width: 390, themes: ['dark', 'light'] },
    ] as const;
    for (const { width, themes } of looks) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name, state] of Object.entries(states)) {
        await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' });
        await page.goto(`/w/${orgId}/sizer?${state}`);
        await expect(page.getByRole('heading', { name: 'Sizer', level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        for (const colorScheme of themes) {
          await page.emulateMedia({ colorScheme });
          await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
          await expectClean(page, `sizer, ${name}, ${colorScheme}, ${width} px`);
        }
      }
    }
  });

  expect(problems).toEqual([]);
  await context.close();
});

test('without a sizer the page says who can change that, and the rest of the product works', async ({
  page,
}) => {
  const product = await startProduct({ args: ['--no-sizer', '--no-worker'], env: withoutSizer() });
  try {
    const orgId = await enter(page, product);
    await page.goto(`${product.url}/w/${orgId}/sizer`);
    await expect(page.getByText('The sizer is not configured')).toBeVisible();
    await expect(page.getByText('HARDWARE_SIZER_URL')).toBeVisible();
    await expect(page.getByText('SIZER_JWT_SECRET')).toBeVisible();
    await page.getByRole('navigation').getByRole('link', { name: 'Servers' }).first().click();
    await expect(page.getByRole('heading', { name: 'Servers', level: 1 })).toBeVisible();
  } finally {
    await product.stop();
  }
});

test('a sizer that goes away is told so, nothing typed is lost, and it answers once it is back', async ({
  page,
}) => {
  const port = await freePort();
  const secret = 'a secret of forty bytes for this journey';
  let sizer = startSizer(port, secret);
  const product = await startProduct({
    args: ['--no-worker', '--no-sizer'],
    env: {
      ...withoutSizer(),
      HARDWARE_SIZER_URL: `http://127.0.0.1:${port}`,
      SIZER_JWT_SECRET: secret,
    },
  });
  try {
    const orgId = await enter(page, product);
    await page.goto(`${product.url}/w/${orgId}/sizer?model=Llama-3.1-70B&send=modelServing`);
    await expect(recommended(page)).toBeVisible();
    await ended(sizer);
    await page.getByLabel('Requests in flight, all together').fill('48');
    await expect(page.getByText('The sizer does not answer now')).toBeVisible();
    await expect(page.getByLabel('Requests in flight, all together')).toHaveValue('48');
    sizer = startSizer(port, secret);
    await expect(async () => {
      // On a busy machine the answer to one press may come while the next is waited for.
      const again = page.getByRole('button', { name: /^Try again/ });
      if (await again.isVisible()) await again.click({ timeout: 2000 });
      await expect(recommended(page)).toBeVisible({ timeout: 4000 });
    }).toPass({ timeout: 90_000 });
  } finally {
    await product.stop();
    await ended(sizer);
  }
});

async function say(page: Page, message: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).focus();
  await page.keyboard.type(message);
  await page.keyboard.press('Enter');
  const said = page
    .getByRole('log', { name: 'Conversation' })
    .getByRole('article')
    .filter({ hasText: message });
  await expect(said).toBeVisible();
}

async function exported(page: Page, kind: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Export ${kind}` }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^sizing-llama-3.1-70b-.*\\.${kind.toLowerCase()}$`),
  );
  return contentOf(download);
}

async function contentOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Signs in to a product of the test's own; answers the workspace. */
async function enter(page: Page, product: RunningProduct): Promise<string> {
  await page.goto(product.link);
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  return /\/w\/([0-9a-f-]{36})\//.exec(page.url())?.[1] ?? '';
}

/** The environment without what another product of this run may have set. */
function withoutSizer(): NodeJS.ProcessEnv {
  return { HARDWARE_SIZER_URL: undefined, SIZER_JWT_SECRET: undefined };
}

function startSizer(port: number, secret: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL('../dist/server/sizer.js', import.meta.url))], {
    stdio: 'ignore',
    env: {
      ...process.env,
      SIZER_PORT: String(port),
      SIZER_HOST: '127.0.0.1',
      SIZER_JWT_SECRET: secret,
      SIZER_DATA: test.info().outputPath('sizer'),
    },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await exit;
}
