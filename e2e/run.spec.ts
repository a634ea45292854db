import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { isOrdered, numbersOf } from './cells.ts';
import { open, signIn } from './sign-in.ts';

const REFERENCE = '/w/00000000-0000-4000-8000-000000000001';

test('a run is set against another, and its jobs are walked through as they were filtered', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await signIn(page, 'run');
  await open(page, `${REFERENCE}/projects`);
  await page.getByRole('link', { name: 'Serving points (published)' }).click();
  const runs = page.getByRole('main').locator('a[href*="/runs/"]');
  await expect(runs.first()).toBeVisible();

  await test.step('runs are walked through as their list was filtered, and the way back up keeps that', async () => {
    await page.getByLabel('Find a run').fill('/ 1,024 out');
    await expect(page).toHaveURL(/q=/);
    const list = page.url();
    await expect(page.getByRole('link', { name: /in \/ (?!1,024 out)/ })).toHaveCount(0);
    const [first = '', second = ''] = await runs.allInnerTexts();
    await runs.nth(1).click();
    await expect(page.getByRole('heading', { level: 1, name: second, exact: true })).toBeVisible();
    const walk = page.getByRole('navigation', { name: 'Runs of the list' });
    await expect(walk.getByText(/^2 of \d+$/)).toBeVisible();
    await walk.getByRole('link', { name: 'Previous run of the list' }).click();
    await expect(page.getByRole('heading', { level: 1, name: first, exact: true })).toBeVisible();
    await page.reload();
    await expect(walk.getByText(/^1 of \d+$/)).toBeVisible();
    const trail = page.getByRole('navigation', { name: 'Breadcrumb' });
    await trail.getByRole('link', { name: 'Serving points (published)' }).click();
    await expect(page).toHaveURL(list);
    await expect(page.getByLabel('Find a run')).toHaveValue('/ 1,024 out');
    await page.getByLabel('Find a run').fill('');
    await expect(page).not.toHaveURL(/q=/);
  });

  await test.step('two selected runs are set against each other', async () => {
    const grid = page.getByRole('grid', { name: 'Runs' });
    const bar = page.getByRole('group', { name: 'Selected rows' });
    const project = page.url();
    await grid.getByRole('checkbox').nth(1).check();
    await expect(bar.getByText('Select two runs to compare them.')).toBeVisible();
    await grid.getByRole('checkbox').nth(2).check();
    await expect(bar.getByRole('link', { name: 'Compare the two' })).toBeVisible();
    const ids = (new URL(page.url()).searchParams.get('sel') ?? '').split(',').map(Number);
    await bar.getByRole('link', { name: 'Compare the two' }).click();
    await expect(page).toHaveURL(new RegExp(`/runs/${Math.max(...ids)}\\?base=${Math.min(...ids)}$`));
    await expect(page.getByLabel('Baseline run', { exact: true })).toHaveValue(String(Math.min(...ids)));
    await open(page, project);
  });

  await runs.first().click();
  await expect(page).toHaveURL(/\/runs\/\d+/);

  await test.step('its checks and what it cost', async () => {
    const health = page.getByRole('region', { name: 'Checks and cost' });
    await expect(health.getByText(/of 6 checks pass/)).toBeVisible();
    // Nothing ran here, so there is no cost: never 0.
    await expect(health.getByText('published: — GPU-hours, —')).toBeVisible();
  });

  await test.step('against a baseline: the address keeps it', async () => {
    await page.getByRole('button', { name: 'Against a baseline' }).click();
    await page.getByLabel('Baseline run', { exact: true }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/base=\d+/);
    const differs = page.getByRole('group', { name: 'What differs between the runs' });
    await expect(differs.getByRole('row').nth(1)).toBeVisible();
    // Nothing was launched for published figures: that they differ in nothing else is not claimed.
    await expect(
      page.getByText('Launches are not compared: none is stored of this run and the baseline'),
    ).toBeVisible();
    await page.reload();
    await expect(differs.getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).not.toHaveURL(/base=/);
  });

  await test.step('next and previous follow the order of the list, and the way back keeps it', async () => {
    const jobs = page.getByRole('grid', { name: 'Jobs' });
    const head = jobs.getByRole('columnheader', { name: /^Concurrency/ }).first();
    for (const [direction, sort] of [
      ['descending', /[?&]sort=-concurrency(&|$)/],
      ['ascending', /[?&]sort=concurrency(&|$)/],
    ] as const) {
      await head.getByRole('button').first().click();
      await expect(head).toHaveAttribute('aria-sort', direction);
      await expect(page).toHaveURL(sort);
      // The header says it at once, the rows follow.
      await expect.poll(async () => isOrdered(await numbersOf(jobs, 'Concurrency'), direction)).toBe(true);
    }
    const list = page.url();
    const names = await jobs.locator('a[href*="/jobs/"]').allInnerTexts();
    expect(names.length).toBeGreaterThan(2);
    await jobs
      .getByRole('link', { name: names[1] ?? '', exact: true })
      .first()
      .click();
    const walk = page.getByRole('navigation', { name: 'Jobs of the list' });
    await expect(walk.getByText(/^2 of \d+$/)).toBeVisible();
    await walk.getByRole('link', { name: 'Next job of the list' }).click();
    await expect(walk.getByText(/^3 of \d+$/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: names[2] ?? '', exact: true })).toBeVisible();
    await walk.getByRole('link', { name: 'Previous job of the list' }).click();
    await walk.getByRole('link', { name: 'Previous job of the list' }).click();
    await expect(walk.getByText(/^1 of \d+$/)).toBeVisible();
    await expect(walk.getByRole('link', { name: 'Previous job of the list' })).toBeHidden();
    await walk.getByRole('link', { name: /^1 of/ }).click();
    await expect(page).toHaveURL(list);
  });

  await test.step('a filter that was still being typed when a job was opened is there on the way back', async () => {
    const filter = page.getByRole('searchbox', { name: 'Find a job' });
    const link = page.getByRole('grid', { name: 'Jobs' }).locator('a[href*="/jobs/"]').first();
    const opened = await link.innerText();
    const firstLink = await link.elementHandle();
    // At once: typing rests for a fifth of a second before it counts.
    await filter.evaluate((box: HTMLInputElement, row) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, 'TP4');
      box.dispatchEvent(new Event('input', { bubbles: true }));
      (row as HTMLElement).click();
    }, firstLink);
    await expect(page.getByRole('heading', { level: 1, name: opened, exact: true })).toBeVisible();
    expect(page.url()).not.toContain('q=');
    await page.goBack();
    await expect(page).toHaveURL(/[?&]q=TP4/);
    await expect(filter).toHaveValue('TP4');
  });
  expect(problems).toEqual([]);
});

test('the matrix of a run shows every load, what failed and what is missing, and leads to its jobs', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  const orgId = await signIn(page, 'run-matrix');
  const matrix = page.getByRole('region', { name: 'Job matrix' });
  const cell = (name: RegExp) => matrix.getByRole('link', { name });

  await open(page, `${REFERENCE}/projects`);
  await page.getByRole('link', { name: 'Serving points (published)' }).click();
  await page.getByLabel('Find a run').fill('MiniMax-M2.5, 8,192');
  await page.getByRole('link', { name: 'MiniMax-M2.5, 8,192 in / 1,024 out' }).click();
  await expect(matrix.getByRole('columnheader', { name: 'concurrency 512' })).toBeVisible();

  await test.step('six deployments at eight concurrencies: 41 figures and 7 gaps, none of them a 0', async () => {
    await expect(matrix.getByRole('rowheader')).toHaveCount(6);
    await expect(matrix.getByRole('link')).toHaveCount(41);
    await expect(matrix.getByText('no job', { exact: true })).toHaveCount(7);
    await expect(matrix.getByText('41 loads, 7 without a job')).toBeVisible();
  });

  await test.step('with the keys to a job, on through the matrix, and back to it', async () => {
    const run = page.url();
    const first = cell(/^concurrency 4, .*4 × B200 SXM 180GB · vllm 0\.19\.0 · fp4/);
    await matrix.getByRole('group', { name: 'Job matrix' }).focus();
    await page.keyboard.press('Tab');
    await expect(first).toBeFocused();
    const figure = /Output per GPU (\S+) tokens/.exec((await first.getAttribute('aria-label')) ?? '')?.[1];
    // The same figure as in the table.
    const row = page.getByRole('grid', { name: 'Jobs' }).getByRole('row');
    await expect(
      row
        .filter({ hasText: 'c4, TP4, fp4, vllm 0.19.0, 4 x NVIDIA B200' })
        .getByText(figure ?? 'none', { exact: true }),
    ).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^c4, TP4, fp4.*B200/ })).toBeVisible();
    const walk = page.getByRole('navigation', { name: 'Jobs of the list' });
    await expect(walk.getByText('1 of 41')).toBeVisible();
    await walk.getByRole('link', { name: 'Next job of the list' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^c8, TP4, fp4/ })).toBeVisible();
    await walk.getByRole('link', { name: '2 of 41' }).click();
    await expect(page).toHaveURL(run);
  });

  await test.step('another metric is in the address and in the file', async () => {
    await matrix.getByLabel('Metric of the matrix').selectOption({ label: 'Time to first token, mean' });
    await expect(page).toHaveURL(/matrix=ttft_mean_ms/);
    await page.reload();
    await expect(cell(/^concurrency 4, .*TTFT mean \S+ ms/).first()).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      matrix.getByRole('button', { name: 'Download CSV of the job matrix' }).click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines[0]).toContain('TTFT mean (ms)');
    // Every load of the grid, those without a job too.
    expect(lines).toHaveLength(1 + 6 * 8);
  });

  await test.step('repeats of an own sweep: states as they change, and the table filtered to one load', async () => {
    await open(
      page,
      `/w/${orgId}/submit?server=local-simulator&config=sim-h100-sxm-x1&model=llama-3.1-8b&project=Matrix`,
    );
    await page.getByLabel('Run, optional').fill('grid');
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 2');
    // Long enough that none has ended when they are cancelled.
    await page.getByLabel('Input length, ISL').fill('1024');
    await page.getByLabel('Output length, OSL').fill('2048');
    await page.getByLabel('More lengths, ISL/OSL').fill('512/2048');
    await page.getByLabel('Repeats').fill('2');
    await page.getByRole('button', { name: 'concurrency 2, 512 in, 2048 out' }).click();
    await page.getByRole('button', { name: 'Submit 6 jobs' }).click();
    await expect(page.getByRole('heading', { name: '6 jobs submitted' })).toBeVisible({ timeout: 60_000 });
    await page
      .getByRole('link', { name: /^llama-3\.1-8b-/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'grid' }).first().click();
    await expect(matrix.getByText('3 loads, 1 without a job')).toBeVisible();
    await expect(matrix.getByRole('rowheader')).toHaveText(['512 in\n2,048 out', '1,024 in\n2,048 out']);

    const load = cell(/^concurrency 2, 1,024 in \/ 2,048 out: .*shows the 2 jobs$/);
    await load.click();
    await expect(page).toHaveURL(/filters=concurrency:eq:2,input_sequence_length:eq:1024/);
    const grid = page.getByRole('grid', { name: 'Jobs' });
    await expect(grid.locator('a[href*="/jobs/"]')).toHaveCount(2);
    await page.goBack();
    await expect(grid.locator('a[href*="/jobs/"]')).toHaveCount(6);

    await grid.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 6 jobs' }).click();
    // Closed before, it would stop.
    await expect(dialog.getByRole('heading', { name: 'Cancel: 6 of 6 jobs' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(cell(/^concurrency \d, .*: 2 cancelled; shows the 2 jobs$/)).toHaveCount(3, {
      timeout: 60_000,
    });
  });

  await test.step('a gap leads to Submit, filled with its load, and is filled in its run', async () => {
    const gap = matrix.getByRole('link', { name: 'Submit concurrency 2, 512 in / 2,048 out: no job' });
    await expect(matrix.getByText('no job', { exact: true })).toHaveCount(1);
    await gap.click();
    await expect(page).toHaveURL(/\/submit\?from=\d+&concurrency=2&isl=512&osl=2048$/);
    await expect(page.getByText(/^with the settings of job \d+, llama-3\.1-8b-/)).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Project', exact: true })).toHaveText('Matrix');
    const run = page.getByLabel('Run, optional');
    await expect(run).toHaveValue('grid');
    await run.click();
    await expect(page.getByLabel('Concurrency', { exact: true })).toHaveValue('2');
    await expect(page.getByLabel('Input length, ISL')).toHaveValue('512');
    await expect(page.getByLabel('Output length, OSL')).toHaveValue('2048');
    await page.getByRole('button', { name: 'Submit job' }).click();
    await page.getByRole('link', { name: 'grid' }).first().click();
    await expect(matrix.getByText(/^4 loads(;|$)/)).toBeVisible();
    await expect(gap).toBeHidden();
    await cell(/^concurrency 2, 512 in .*; opens the job$/).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible({ timeout: 60_000 });
  });
  expect(problems).toEqual([]);
});
