import { expect, test, type Route } from '@playwright/test';
import { open, signIn } from './sign-in.ts';

test('a sweep of lengths and concurrencies is planned, sent and fills its run; a tool nobody has is refused', async ({
  page,
}) => {
  const orgId = await signIn(page, 'sweep');

  await test.step('what is typed and pressed before the code is there is kept and done', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/assets\/submit-(?:core|late)-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.route(/assets\/combobox-list-/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await open(page, `/w/${orgId}/submit`);
    const run = page.getByLabel('Run, optional');
    const checks = page.getByRole('region', { name: 'Before it is sent' }).getByRole('listitem');
    await expect(checks).toHaveCount(6);
    await expect(checks.first()).toContainText('Choose where it runs.');
    await run.fill('early');
    await expect(checks.first()).toContainText('Choose where it runs.');
    // Nothing is said of what nobody has looked at yet.
    await page.getByLabel('Job name').fill('early');
    await expect(checks.filter({ hasText: 'Looking…' })).toHaveCount(6);
    await page.getByRole('button', { name: 'Submit job' }).click();
    release();
    await expect(checks.first()).toContainText('Choose where it runs.');
    await expect(page.getByText('Choose a model.')).toBeVisible();
    await expect(run).toHaveValue('early');
    const project = page.getByRole('combobox', { name: 'Project', exact: true });
    await expect(project).toBeFocused();
    await project.click();
    await page.keyboard.type('Typed early');
    await expect(page.getByPlaceholder('Type to find or name a new one')).toHaveValue('Typed early');
    await page.keyboard.press('Enter');
    await expect(project).toHaveText('Typed early');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(run).toHaveValue('');
    await page.unrouteAll();
  });

  await open(
    page,
    `/w/${orgId}/submit?server=local-simulator&config=sim-h100-sxm-x1&model=llama-3.1-8b&project=Sweep`,
  );
  await expect(page.getByRole('heading', { name: 'Submit an LLM benchmark' })).toBeVisible();

  await test.step('a tool that no live worker offers is refused with the reason', async () => {
    await page.getByRole('button', { name: 'Text and images (VLM)' }).click();
    await expect(page.getByText('No live worker of this workspace offers bench-vlm.').first()).toBeVisible();
    await page.getByRole('button', { name: /^Submit/ }).click();
    await expect(page.getByText(/Start a worker that has it/).first()).toBeVisible();
    expect(page.url()).toContain('/submit');
    await page.getByRole('button', { name: 'Text (LLM)' }).click();
  });

  await test.step('the grid shows every job before it is sent', async () => {
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 4');
    await page.getByLabel('Input length, ISL').fill('128');
    await page.getByLabel('Output length, OSL').fill('16');
    await page.getByLabel('More lengths, ISL/OSL').fill('131072/16');
    await expect(page.getByText(/2 cells cannot run/)).toBeVisible();
    await page.getByRole('button', { name: 'Leave out 2 cells that cannot run' }).click();
    const cell = page.getByRole('button', { name: 'concurrency 4, 128 in, 16 out' });
    await cell.click();
    await expect(page.getByRole('button', { name: 'Submit job' })).toBeVisible();
    await cell.click();
    await expect(page.getByRole('button', { name: 'Submit 2 jobs' })).toBeVisible();
  });

  await test.step('one load that is repeated says what it takes; speech has no lengths to sweep', async () => {
    const takes = page.getByLabel('What the sweep takes');
    await page.getByRole('button', { name: 'Start over' }).click();
    await expect(takes).toBeHidden();
    await page.getByLabel('Repeats').fill('3');
    await expect(takes).toContainText('Jobs3');
    await page.getByRole('button', { name: 'Speech (ASR)' }).click();
    await expect(page.getByText('Speech has no input length')).toBeVisible();
    await expect(page.getByLabel('More lengths, ISL/OSL')).toBeHidden();
    await expect(page.getByLabel('Input length, ISL')).toBeHidden();
    await page.getByRole('button', { name: 'Start over' }).click();
  });

  await test.step('a quota that is used up, or could not be read, is told before anything is sent', async () => {
    const row = page.getByRole('region', { name: 'Before it is sent' }).getByRole('listitem').last();
    await page.route('**/v_quota_usage?*', (route) =>
      route.fulfill({
        json: [
          {
            org_id: orgId,
            month_start: '2026-06-01T00:00:00Z',
            gpu_hours_per_month: 10,
            gpu_hours_used: 10.5,
            judge_tokens_per_month: null,
            judge_tokens_used: 0,
          },
        ],
      }),
    );
    await page.reload();
    await expect(row).toContainText('Stops the job: GPU hours 10.5 of 10 are used this month');
    await page.unrouteAll();
    await page.route('**/v_quota_usage?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Away.', details: null, hint: null } }),
    );
    await page.route('**/v_job_current_status?*', (route) =>
      route.fulfill({ status: 500, json: { code: 'internal', message: 'Away.', details: null, hint: null } }),
    );
    await page.reload();
    await expect(row).toContainText(
      'Not checked: GPU hours What is left of the quota could not be read: Away.',
    );
    await expect(page.getByText('Whether it is free could not be looked up: Away.')).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    // Whether the workspace has a quota is up to who was here before.
    await expect(page.getByRole('region', { name: 'Before it is sent' })).toContainText(
      'nothing stands against it',
    );
  });

  const submit = '**/rpc/create_bench_llm_job';
  const refuse = (route: Route) =>
    route.fulfill({
      status: 409,
      json: { code: 'conflict', message: 'There is one.', details: { field: 'p_job_name' }, hint: null },
    });

  await test.step('a job that is sent while one leaves is told on the page one went to', async () => {
    const sent = async (answer: (route: Route) => Promise<void>) => {
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(submit, (route) => held.then(() => answer(route)));
      const asked = page.waitForRequest(submit);
      await page.getByRole('button', { name: 'Submit job' }).click();
      await asked;
      await page.getByRole('link', { name: 'Projects', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
      release();
    };
    await sent((route) => route.fulfill({ json: 4711 }));
    await expect(page.getByText(/ is submitted$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible();
    await expect(page).toHaveURL(/\/projects/);
    await page.unrouteAll();
    await page.goBack();
    await sent(refuse);
    await expect(page.getByText(/ is not submitted$/)).toBeVisible();
    await expect(page.getByText(/There is one\./)).toBeVisible();
    await page.unrouteAll();
    await page.goBack();
  });

  await test.step('the one job left of a list shows its name; a list that is refused comes back to the field', async () => {
    await page.getByLabel('Job name').fill('foo');
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 8');
    await page.getByRole('button', { name: /^concurrency 1,/ }).click();
    const name = page.getByLabel('Job names begin with');
    await expect(name).toHaveValue('foo');
    await expect(page.getByText('Only foo-c8 is left.')).toBeVisible();
    await page.getByRole('button', { name: /^concurrency 1,/ }).click();
    await page.route(submit, refuse);
    await page.getByRole('button', { name: 'Submit 2 jobs' }).click();
    // Beside the field; what was refused before may still be told at the edge of the page.
    await expect(page.locator('main').getByText('There is one.')).toBeVisible();
    await expect(name).toBeFocused();
    await page.unrouteAll();
  });

  await test.step('sending stops at once where the server asks to wait; the draft stays while another link is open', async () => {
    const form = page.url();
    await page.route(submit, (route) =>
      route.fulfill({
        status: 429,
        headers: { 'Retry-After': '3600' },
        json: { code: 'rate_limited', message: 'Slow.', details: null, hint: null },
      }),
    );
    await page.getByRole('button', { name: 'Submit 2 jobs' }).click();
    await expect(page.locator('#main')).toBeFocused();
    await expect(page.getByText(/the server asks to wait; it is sent again in 3[56]\d\d s/)).toBeVisible();
    await page.getByRole('button', { name: 'Stop sending' }).click();
    await expect(page.getByText('not sent', { exact: true })).toHaveCount(2);
    await page.getByRole('button', { name: 'Back to the form' }).click();
    await expect(page.locator('#main')).toBeFocused();
    await page.unrouteAll();
    page.once('dialog', (asks) => void asks.accept());
    await open(page, `/w/${orgId}/submit?concurrency=2`);
    await page.getByRole('region', { name: 'Filed under' }).hover();
    await expect(page.getByText('restored draft')).toBeHidden();
    await page.goto(form);
    await expect(page.getByText('restored draft')).toBeVisible();
    await expect(page.getByLabel('Job names begin with')).toHaveValue('foo');
    await page.getByRole('button', { name: 'Start over' }).click();
  });

  await test.step('jobs that are left to send are not left unseen, and can be sent after a reload', async () => {
    await page.getByLabel('Run, optional').fill('half');
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 2');
    await page.getByLabel('Input length, ISL').fill('128');
    await page.getByLabel('Output length, OSL').fill('16');
    let asked = 0;
    await page.route('**/rpc/create_bench_llm_job', async (route) => {
      asked += 1;
      // The second is never answered.
      if (asked === 1) await route.continue();
    });
    await page.getByRole('button', { name: 'Submit 2 jobs' }).click();
    await expect(page.getByText(/^1 to go/)).toBeVisible();
    await page.getByRole('link', { name: /^llama-3\.1-8b-/ }).click();
    const dialog = page.getByRole('dialog', { name: '1 job left to send' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByRole('heading', { name: 'Submitting 2 jobs' })).toBeVisible();
    const kinds: string[] = [];
    page.once('dialog', (asks) => {
      kinds.push(asks.type());
      void asks.accept();
    });
    await page.reload();
    expect(kinds).toEqual(['beforeunload']);
    await expect(page.getByText('restored draft')).toBeVisible();
    await page.getByRole('button', { name: 'Leave out the 1 that is there' }).click();
    await expect(page.getByText('Free in the run "half".')).toBeVisible();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.getByRole('button', { name: 'Submit job' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await open(
      page,
      `/w/${orgId}/submit?server=local-simulator&config=sim-h100-sxm-x1&model=llama-3.1-8b&project=Sweep`,
    );
    // The load stands below the window's edge: it is drawn for who reaches for it.
    await page.keyboard.press('End');
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 4');
    await page.getByLabel('Input length, ISL').fill('128');
    await page.getByLabel('Output length, OSL').fill('16');
  });

  await test.step('all of them run', async () => {
    await page.getByRole('button', { name: 'Submit 2 jobs' }).click();
    await expect(page.getByRole('heading', { name: '2 jobs submitted' })).toBeVisible({ timeout: 30_000 });
    const jobs = page.getByRole('link', { name: /^llama-3\.1-8b-/ });
    await expect(jobs).toHaveCount(2);
    await jobs.last().click();
    await expect(page.getByText('completed', { exact: true }).first()).toBeVisible({ timeout: 150_000 });
  });

  await test.step('several are cancelled at once, and tried again, each with its outcome', async () => {
    await open(
      page,
      `/w/${orgId}/submit?server=local-simulator&config=sim-h100-sxm-x1&model=llama-3.1-8b&project=Sweep`,
    );
    await page.getByLabel('Run, optional').fill('bulk');
    // Long enough that none has ended when they are cancelled.
    await page.getByLabel('Concurrency', { exact: true }).fill('1, 2, 3');
    await page.getByLabel('Input length, ISL').fill('1024');
    await page.getByLabel('Output length, OSL').fill('2048');
    await page.getByRole('button', { name: 'Submit 3 jobs' }).click();
    await expect(page.getByRole('heading', { name: '3 jobs submitted' })).toBeVisible({ timeout: 30_000 });
    await page
      .getByRole('link', { name: /^llama-3\.1-8b-/ })
      .last()
      .click();
    // One benchmark at a time: the last one waits for the two before it.
    await expect(page.getByText(/^[2-9] jobs before it on local-simulator\.$/)).toBeVisible();
    await page.getByRole('link', { name: 'bulk' }).first().click();
    await expect(page.getByRole('heading', { name: 'bulk', level: 1 })).toBeVisible();
    const grid = page.getByRole('grid', { name: 'Jobs' });
    await grid.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel 3 jobs' }).click();
    await expect(dialog.getByRole('heading', { name: 'Cancel: 3 of 3 jobs' })).toBeVisible();
    await expect(dialog.getByText('cancelled', { exact: true }).first()).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByText('3 cancelled').first()).toBeVisible({ timeout: 60_000 });

    await page.getByRole('button', { name: 'Try again…' }).click();
    await dialog.getByRole('button', { name: 'Submit 3 jobs' }).click();
    await expect(dialog.getByText(/submitted again as job \d+/)).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(grid.getByRole('link', { name: / \(2\)$/ })).toHaveCount(3);

    await grid
      .getByRole('link', { name: / \(2\)$/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await dialog.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByRole('button', { name: 'Try again' }).click({ timeout: 60_000 });
    await expect(page.getByRole('heading', { name: / \(3\)$/, level: 1 })).toBeVisible();

    // What still waits would hold the worker for who comes next.
    await page.getByRole('link', { name: 'bulk' }).first().click();
    await grid.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await dialog.getByRole('button', { name: 'Cancel 3 jobs' }).click();
    await expect(dialog.getByRole('heading', { name: 'Cancel: 3 of 3 jobs' })).toBeVisible();
  });
});
