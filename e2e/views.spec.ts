import { expect, test, type Page } from '@playwright/test';
import { openTestOpenIdProvider, type TestOpenIdProvider } from '#testing/openid-provider.ts';
import { freePort, startProduct, type RunningProduct } from '#testing/product.ts';

/** The reference workspace: who signs in the first time gets an account that way, and no workspace that can be written. */
const REFERENCE_ORG_ID = '00000000-0000-4000-8000-000000000001';

/** A product of its own, where a second person signs in by an OpenID provider. */
let product: RunningProduct;
let provider: TestOpenIdProvider;

test.beforeAll(async () => {
  const port = await freePort();
  provider = await openTestOpenIdProvider(`http://127.0.0.1:${port}/api/auth/oidc/callback`);
  provider.person = {
    sub: 'vera',
    email: 'vera@example.org',
    email_verified: true,
    name: 'Vera Viewer',
  };
  product = await startProduct({
    port,
    args: ['--no-build', '--no-worker', '--no-sizer'],
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_LABEL: 'the test provider',
      OIDC_PROVISION_ROLE: 'viewer',
      OIDC_PROVISION_ORG_ID: REFERENCE_ORG_ID,
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  await provider.close();
});

const views = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const searchOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

async function choose(page: Page, button: string | RegExp, item: string | RegExp): Promise<void> {
  await views(page, button).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a view is saved, changed, opened again, shared, seen by another member, and deleted', async ({
  page,
  browser,
}) => {
  let orgId = '';
  await test.step('the owner saves how the projects are looked at', async () => {
    await page.goto(product.link);
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    orgId = /\/w\/([0-9a-f-]{36})\//.exec(page.url())?.[1] ?? '';
    await page.goto(`${product.url}/w/${orgId}/projects`);
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('Alpha nightly');
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByRole('heading', { name: 'Alpha nightly', level: 1 })).toBeVisible();
    await page.goto(`${product.url}/w/${orgId}/projects?sort=project_name`);
    await choose(page, 'Views', 'Save as a new view…');
    await page.getByRole('dialog').getByLabel('Name').fill('By name');
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(views(page, 'Views: By name')).toBeFocused();
  });

  await test.step('it says when the page differs, and takes the change', async () => {
    await page.getByRole('searchbox', { name: 'Find a project' }).fill('alpha');
    await expect(views(page, 'Views: By name, changed')).toBeVisible();
    await choose(page, 'Views: By name, changed', 'Update By name');
    await expect(views(page, 'Views: By name')).toBeVisible();
  });

  await test.step('the usual view is everything’s default, the saved one all of what was saved', async () => {
    await views(page, 'Views: By name').click();
    await page.getByRole('menuitemradio', { name: 'Usual view' }).click();
    await expect(views(page, 'Views')).toBeVisible();
    expect(searchOf(page)).toEqual({});
    await views(page, 'Views').click();
    await page.getByRole('menuitemradio', { name: 'By name' }).click();
    await expect(views(page, 'Views: By name')).toBeVisible();
    expect(searchOf(page)).toEqual({ sort: 'project_name', q: 'alpha' });
    await page.reload();
    await expect(views(page, 'Views: By name')).toBeVisible();
    // Opening is a step that the back button undoes.
    await page.goBack();
    await expect.poll(() => searchOf(page)).toEqual({});
    await expect(views(page, 'Views')).toBeVisible();
    await page.goForward();
    await expect.poll(() => searchOf(page)).toEqual({ sort: 'project_name', q: 'alpha' });
    await expect(views(page, 'Views: By name')).toBeVisible();
  });

  await test.step('it is shared', async () => {
    await choose(page, /^Views/, 'Share with the workspace');
    await views(page, /^Views/).click();
    await expect(page.getByRole('menuitemradio', { name: 'By name shared' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await test.step('another person signs in and is made a member', async () => {
    await other.goto(`${product.url}/sign-in`);
    await other.getByRole('link', { name: 'Sign in with the test provider' }).click();
    await expect(other.getByText('Vera Viewer').first()).toBeVisible();
    await page.goto(`${product.url}/w/${orgId}/admin?tab=members`);
    await page.getByRole('button', { name: 'Add a member' }).click();
    await page.getByRole('dialog').getByLabel('E-mail address').fill('vera@example.org');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('grid', { name: 'Members' }).getByText('Vera Viewer')).toBeVisible();
  });

  await test.step('an admin puts it on the overview, from where the member opens it', async () => {
    await page.goto(`${product.url}/w/${orgId}/projects?sort=project_name&q=alpha`);
    await choose(page, /^Views/, 'Put on the overview');
    await expect(page.getByText('By name is on the overview')).toBeVisible();
    await other.goto(`${product.url}/w/${orgId}/overview`);
    await expect(other.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    // What is further down waits until a person stirs.
    await other.mouse.move(300, 300);
    await other.getByRole('link', { name: /^By name/ }).click();
    await expect.poll(() => searchOf(other)).toEqual({ sort: 'project_name', q: 'alpha' });
    await expect(views(other, 'Views: By name')).toBeVisible();
    // What is changed from there differs from it, and knows so after a reload.
    await other.getByRole('searchbox', { name: 'Find a project' }).fill('alp');
    await expect(views(other, 'Views: By name, changed')).toBeVisible();
    await expect.poll(() => searchOf(other)).toEqual({ sort: 'project_name', q: 'alp' });
    await other.reload();
    await expect(views(other, 'Views: By name, changed')).toBeVisible();
  });

  await test.step('the member finds it, opens it, and keeps a copy, but does not change it', async () => {
    await other.goto(`${product.url}/w/${orgId}/projects`);
    await views(other, 'Views').click();
    await expect(other.getByText('Shared by others')).toBeVisible();
    await other.getByRole('menuitemradio', { name: /^By name/ }).click();
    await expect.poll(() => searchOf(other)).toEqual({ sort: 'project_name', q: 'alpha' });
    await views(other, 'Views: By name').click();
    await expect(other.getByRole('menuitem', { name: 'Save as a new view…' })).toBeVisible();
    await expect(other.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
    await expect(other.getByRole('menuitem', { name: /^Update/ })).toHaveCount(0);
    await other.getByRole('menuitem', { name: 'Save as a new view…' }).click();
    await expect(other.getByRole('dialog').getByRole('checkbox')).toHaveCount(0);
    await other.getByRole('dialog').getByLabel('Name').fill('Mine');
    await other.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(views(other, 'Views: Mine')).toBeVisible();
  });

  await test.step('the owner deletes it, and it is gone for both; the copy stays its owner’s', async () => {
    await page.goto(`${product.url}/w/${orgId}/projects?sort=project_name&q=alpha`);
    await choose(page, 'Views: By name', 'Delete…');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the view' }).click();
    await expect(views(page, 'Views')).toBeVisible();
    await views(page, 'Views').click();
    await expect(page.getByText('None saved yet.')).toBeVisible();
    await other.reload();
    await views(other, 'Views: Mine').click();
    await expect(other.getByRole('menuitemradio', { name: 'Mine' })).toBeVisible();
    await expect(other.getByRole('menuitemradio')).toHaveCount(2);
  });
  await context.close();
});
