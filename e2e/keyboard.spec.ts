import { expect, test, type Page } from '@playwright/test';
import { fill, goTo, press, tabTo, task } from './by-keyboard.ts';
import { isOrdered, numbersOf } from './cells.ts';
import { open, signIn } from './sign-in.ts';

/*
 * The top tasks, each done without a pointer: 1 sign in, 2 new project, 3 submit a job, 4 follow a job and read its log,
 * 5 cancel a job, 6 filter and sort a table, 7 open a result and compare two, 8 read a chart and its table, 9 size
 * hardware, 10 create and revoke a token, 11 change a member's role, 12 find by the palette. Here: 2 to 5 and 12, then
 * 6 to 8, then 1 and 9 to 11.
 */
test('keyboard alone: new project, submit, follow, read the log, cancel, the palette', async ({ page }) => {
  await signIn(page, 'keyboard');

  await task(page, 'new project', async () => {
    await press(page, 'button', 'New project');
    await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
    await fill(page, 'textbox', 'Name', 'By keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'By keyboard', level: 1 })).toBeVisible();
  });

  await task(page, 'submit a job', () => submitByKeyboard(page, '32'));

  await task(page, 'follow it to its end and read its log', async () => {
    await expect(page.getByText('completed', { exact: true }).first()).toBeVisible({ timeout: 90_000 });
    await press(page, 'link', 'Logs');
    await expect(page).toHaveURL(/tab=logs/);
    const log = page
      .getByRole('log')
      .or(page.getByRole('region', { name: /log of attempt/ }))
      .first();
    await expect(log).toContainText('completed');
    await press(page, 'button', 'First error');
    // This log holds none, which is said; with one, it is jumped to.
    await expect(page.getByText('No line of this log looks like an error')).toBeVisible();
    await expect(page.getByRole('button', { name: 'First error' })).toBeFocused();
    await fill(page, 'searchbox', 'Find in the log', 'completed');
    const count = page.getByRole('search').getByRole('status');
    await expect(count).toContainText(/ of \d+/);
    await page.keyboard.press('Enter');
    await expect(count).toContainText(/^\d+ of \d+/);
  });

  await task(page, 'the first error of a long log, and its end', async () => {
    await longLog(page);
    await page.reload();
    const log = page.getByRole('region', { name: /log of attempt/ });
    await expect(log).toContainText('chunk 59 line 999');
    await fill(page, 'searchbox', 'Find in the log', 'chunk');
    await press(page, 'button', 'First error');
    await expect(log).toContainText('RuntimeError: CUDA out of memory');
    const chosen = log.locator('.bg-accent-soft');
    await expect(chosen).toContainText('RuntimeError');
    await press(page, 'button', 'Go to the end');
    await expect(log).toBeFocused();
    await expect(log).toContainText('chunk 59 line 999');
    await expect(log.getByText('chunk 59 line 999')).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Go to the end' })).toBeHidden();
    await expect(chosen).toHaveCount(0);
    await expect(page.getByRole('search').getByRole('status')).toContainText('– of');
    await press(page, 'button', 'engine');
    await expect(page.getByRole('region', { name: 'engine log of attempt 1' })).toContainText('chunk 59');
    await expect(page.getByRole('button', { name: 'engine' })).toBeFocused();
    await page.unroute(LOG_CHUNKS);
  });

  await task(page, 'cancel a job', async () => {
    await submitByKeyboard(page, '4000');
    await press(page, 'link', 'Logs');
    await fill(page, 'searchbox', 'Find in the log', 'job');
    const find = page.getByRole('searchbox', { name: 'Find in the log' });
    await find.evaluate((field) => field.setAttribute('data-e2e', 'before the end'));
    await press(page, 'button', 'Cancel');
    await expect(page.getByRole('dialog')).toBeVisible();
    await press(page, 'button', 'Cancel the job');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('cancelled', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    // The log that is read is not begun anew because the job ends.
    await expect(find).toHaveAttribute('data-e2e', 'before the end');
    await expect(find).toHaveValue('job');
  });

  await task(page, 'the keyboard sheet says what the keys are', async () => {
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('Ctrl');
    await expect(page.getByRole('dialog')).toContainText('Wider, narrower (on a header)Shift ← →');
    await expect(page.getByRole('dialog')).toContainText('Close what is openEsc');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await task(page, 'of a list that is shown whole the first new line has the focus', async () => {
    // As if eight jobs had ended.
    await page.route(/v_job_current_status\?.*completed/, async (route) => {
      const response = await route.fetch();
      const [row] = (await response.json()) as { job_id: number }[];
      const most = Number(new URL(route.request().url()).searchParams.get('limit'));
      const rows = Array.from({ length: Math.min(8, most) }, (_, index) => ({
        ...row,
        job_id: (row?.job_id ?? 0) + index,
        job_name: `Ended ${index + 1}`,
      }));
      const headers = { ...response.headers(), 'content-range': `0-${rows.length - 1}/8` };
      await route.fulfill({ response, headers, json: rows });
    });
    await goTo(page, 'Overview');
    await press(page, 'button', 'Show 2 more jobs');
    await expect(page.getByRole('link', { name: 'Ended 7' })).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await task(page, 'find an object by the palette', async () => {
    await goTo(page, 'By keyboard');
    await expect(page.getByRole('heading', { name: 'By keyboard', level: 1 })).toBeVisible();
  });
});

/** From anywhere: the submit page by the palette, its fields by Tab, to the page of the job. */
async function submitByKeyboard(page: Page, outputLength: string): Promise<void> {
  await goTo(page, 'Submit');
  await expect(page.getByRole('heading', { name: 'Submit an LLM benchmark' })).toBeVisible();
  await tabTo(page, 'combobox', /project/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  // Arrows choose within the group, wherever the config stands in it.
  await tabTo(page, 'radio', /./);
  const wanted = page.getByRole('radio', { name: /sim-h100-sxm-x1/ });
  for (let i = 0; i < 20 && !(await wanted.isChecked()); i += 1) await page.keyboard.press('ArrowDown');
  await expect(wanted).toBeChecked();
  await tabTo(page, 'combobox', /model/i);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await page.keyboard.type('Llama-3.1-8B');
  await page.keyboard.press('Enter');
  await fill(page, 'textbox', /^Concurrency/, '4');
  await fill(page, 'textbox', /Input length/, '128');
  await fill(page, 'textbox', /Output length/, outputLength);
  await press(page, 'button', /Submit job/);
  await expect(page).toHaveURL(/\/jobs\/\d+/);
}

const REFERENCE = '00000000-0000-4000-8000-000000000001';

test('keyboard alone: results are ranked, filtered, sorted, read, opened and compared', async ({ page }) => {
  await signIn(page, 'keyboard-results');
  await open(page, `/w/${REFERENCE}/leaderboard?model=deepseek-v3&shape=1024%2F1024`);
  const ranking = page.getByRole('grid', { name: 'Deployments' });
  await expect(ranking.getByRole('row').nth(1)).toBeVisible();

  await task(page, 'the skip link leads to the content', async () => {
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#main')).toBeFocused();
  });

  await task(page, 'a select chooses what is ranked by', async () => {
    await page.getByLabel('Ranked by').focus();
    await page.keyboard.type('by Energy');
    await expect(page).toHaveURL(/by=joules_per_token/);
    await page.keyboard.press('Home');
    await expect(page).not.toHaveURL(/by=/);
  });

  await task(page, 'a chart is read point by point, and becomes its table', async () => {
    // Its axes are drawn by what the browser build leaves of Recharts.
    await expect(page.getByRole('application').first().locator('svg text').first()).toBeVisible();
    await page.getByRole('application').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(
      page
        .getByRole('status')
        .filter({ hasText: /tokens\/s\/GPU/ })
        .first(),
    ).toHaveCount(1);
    await page.keyboard.press('t');
    await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.getByRole('application').first()).toBeVisible();
  });

  await task(page, 'a filter is added and taken away', async () => {
    const before = await ranking.getAttribute('aria-rowcount');
    await page.getByRole('button', { name: 'Filter', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Column to filter by')).toBeFocused();
    await page.keyboard.type('Deployment');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('B200');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/filters=deployment%3Acontains%3AB200|filters=deployment:contains:B200/);
    await expect(ranking).not.toHaveAttribute('aria-rowcount', before ?? '');
    await page.getByRole('button', { name: 'Remove the filter Deployment contains B200' }).focus();
    await page.keyboard.press('Enter');
    await expect(ranking).toHaveAttribute('aria-rowcount', before ?? '');
  });

  await task(page, 'a header sorts, and says so', async () => {
    await ranking.getByRole('button', { name: 'Concurrency' }).focus();
    await page.keyboard.press('Enter');
    await expect(ranking.getByRole('columnheader', { name: 'Concurrency' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    // The header says it at once, the rows follow.
    await expect
      .poll(async () => isOrdered(await numbersOf(ranking, 'Concurrency'), 'descending'))
      .toBe(true);
  });

  await task(
    page,
    'Shift and arrows on a header make its column wider, Shift Enter as wide as it needs',
    async () => {
      const head = ranking.getByRole('columnheader', { name: 'Concurrency' });
      const widths = () => new URL(page.url()).searchParams.get('widths');
      await ranking.getByRole('button', { name: 'Concurrency' }).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await expect.poll(widths).toContain('concurrency');
      const wide = await head.evaluate((one) => one.getBoundingClientRect().width);
      await page.keyboard.press('Shift+Enter');
      await expect.poll(() => head.evaluate((one) => one.getBoundingClientRect().width)).not.toBe(wide);
      await expect(head).toHaveAttribute('aria-sort', 'descending');
    },
  );

  await task(page, 'arrows move along rows, Enter opens one, Escape comes back', async () => {
    await ranking.getByRole('row').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await expect(ranking.getByRole('row').nth(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await expect(page).toHaveURL(/row=\d+/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).not.toHaveURL(/row=/);
  });

  await task(page, 'rows are selected and compared', async () => {
    await ranking.getByRole('row').nth(1).focus();
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Compare 2' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/compare\?jobs=/);
    await expect(page.getByRole('heading', { name: 'Compare', level: 1 })).toBeVisible();
  });
});

test('keyboard alone: sign in, size hardware, create and revoke a token, change a role', async ({ page }) => {
  let token = '';
  page.on('request', (request) => {
    token = request.headers()['authorization'] ?? token;
  });
  const orgId = await signIn(page, 'keyboard-account');
  const password = 'a pass phrase for the keyboard';
  const send = async (path: string, data: object) => {
    const response = await page.request.post(new URL(`/api/${path}`, page.url()).href, {
      headers: { authorization: token, origin: new URL(page.url()).origin },
      data,
    });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  };
  // A second member, whose role can be changed.
  await send('auth/service-clients', { org_id: orgId, name: 'robot', role: 'viewer' });
  await send('auth/password', { new_password: password });

  await task(page, 'sign out by the palette, and in', async () => {
    await goTo(page, 'Sign out');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    await fill(page, 'textbox', 'E-mail', 'owner@localhost');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  });

  await task(page, 'size hardware', async () => {
    await goTo(page, 'Sizer');
    await expect(page.getByRole('heading', { name: 'Sizer', level: 1 })).toBeVisible();
    await tabTo(page, 'combobox', 'Model');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
    await page.keyboard.type('Llama-3.1-70B');
    await page.keyboard.press('Enter');
    await fill(page, 'textbox', 'Requests in flight, all together', '64');
    await fill(page, 'textbox', 'Input (tokens)', '2000');
    await fill(page, 'textbox', 'Output (tokens)', '500');
    await press(page, 'button', 'Size it');
    await expect(page.getByRole('region', { name: 'Recommended', exact: true })).toBeVisible();
  });

  await task(page, 'what is taken out hands the focus to what stands beside it', async () => {
    await tabTo(page, 'checkbox', 'Inventory');
    await page.keyboard.press('Space');
    await press(page, 'button', 'Add GPUs');
    await press(page, 'button', 'Remove row 1');
    await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add GPUs' })).toBeFocused();
  });

  await task(page, 'create a token', async () => {
    await goTo(page, 'Profile');
    await press(page, 'link', 'Tokens');
    await press(page, 'button', 'Create token');
    await expect(page.getByRole('dialog')).toBeVisible();
    await fill(page, 'textbox', 'Name', 'by keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'I have stored it' })).toBeVisible();
    await press(page, 'button', 'I have stored it');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await task(page, 'revoke it', async () => {
    await press(page, 'button', 'Revoke by keyboard');
    await expect(page.getByRole('dialog')).toBeVisible();
    await press(page, 'button', 'Revoke');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('grid', { name: 'Tokens' }).getByText('revoked')).toBeVisible();
  });

  await task(page, "change a member's role", async () => {
    await goTo(page, 'Admin');
    await press(page, 'button', 'Change robot');
    await expect(page.getByRole('dialog')).toBeVisible();
    await tabTo(page, 'combobox', 'Role');
    await page.keyboard.press('Enter');
    await page.keyboard.type('engineer');
    await page.keyboard.press('Enter');
    await press(page, 'button', 'Change the role');
    await expect(page.getByRole('dialog')).toBeHidden();
    const robot = page.getByRole('grid', { name: 'Members' }).getByRole('row').filter({ hasText: 'robot' });
    await expect(robot.getByText('engineer')).toBeVisible();
  });
});

const LOG_CHUNKS = /\/v_job_logs\?/;

/** Answers for the log of every job with one of 60 chunks, an error in the sixth. */
async function longLog(page: Page): Promise<void> {
  const chunks = Array.from({ length: 60 }, (_, seq) => {
    const lines = Array.from({ length: 1000 }, (_, line) => `chunk ${seq} line ${line}`);
    if (seq === 5) lines[500] = 'RuntimeError: CUDA out of memory in chunk 5';
    return { seq, content: `${lines.join('\n')}\n` };
  });
  await page.route(LOG_CHUNKS, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const [of = '', number = ''] = asked.get('seq')?.split('.') ?? [];
    const from = of === 'gte' || of === 'eq' ? Number(number) : 0;
    const to = of === 'lte' || of === 'eq' ? Number(number) : Infinity;
    const wanted = chunks.filter(
      ({ seq, content }) =>
        seq >= from && seq <= to && (!asked.has('or') || content.includes('RuntimeError')),
    );
    if (asked.get('order')?.includes('desc')) wanted.reverse();
    return route.fulfill({
      json: wanted.slice(0, Number(asked.get('limit') ?? wanted.length)).map((chunk) => ({
        ...chunk,
        job_id: Number(asked.get('job_id')?.slice(3)),
        attempt: 1,
        stream: 'bench',
        org_id: asked.get('org_id')?.slice(3),
        byte_count: chunk.content.length,
        created_at: '2026-11-27T10:00:00Z',
      })),
    });
  });
}
