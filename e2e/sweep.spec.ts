import { expect, test } from '@playwright/test';
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
      .first()
      .click();
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
  });
});
