import type { Page } from '@playwright/test';
import type { LabBrowser } from './lab-browser.ts';

/** One page that is measured, by its address within the workspace. */
export interface Route {
  readonly path: string;
  readonly hasChart?: true;
}

/**
 * Every page of the lab's workspace; those whose path contains one of `only` where that names any. Throws where none
 * does, and where the lab has no run.
 */
export async function pageRoutes(lab: LabBrowser, only: readonly string[] = []): Promise<readonly Route[]> {
  const jobId = lab.telemetryJobIds[0] ?? 1;
  const context = await lab.signIn();
  const page = await context.newPage();
  await page.goto(lab.addressOf(`jobs/${jobId}`));
  const all = routesOf(jobId, await linkOf(page, 'runs'), await linkOf(page, 'projects'));
  await context.close();
  const wanted = all.filter(({ path }) => only.length === 0 || only.some((part) => path.includes(part)));
  if (wanted.length === 0) throw new Error(`No page has ${only.join(' or ')} in its address`);
  return wanted;
}

function routesOf(telemetryJobId: number, run: string, project: string): readonly Route[] {
  return [
    { path: 'overview' },
    { path: 'projects' },
    { path: project },
    { path: run, hasChart: true },
    { path: `jobs/${telemetryJobId}`, hasChart: true },
    { path: 'submit' },
    { path: 'leaderboard', hasChart: true },
    { path: 'compare' },
    { path: 'compare?view=frameworks', hasChart: true },
    { path: 'cost', hasChart: true },
    { path: 'telemetry' },
    { path: `telemetry?job=${telemetryJobId}`, hasChart: true },
    { path: 'servers' },
    { path: 'sizer', hasChart: true },
    { path: 'profile' },
    { path: 'admin' },
    { path: 'admin?tab=audit' },
    { path: 'api' },
  ];
}

/** "runs/7", "projects/3": where a job's page leads. Throws where it does not. */
async function linkOf(page: Page, part: 'runs' | 'projects'): Promise<string> {
  const href = await page.locator(`a[href*="/${part}/"]`).first().getAttribute('href');
  const found = new RegExp(String.raw`${part}/\d+`).exec(href ?? '')?.[0];
  if (found === undefined) throw new Error(`${page.url()} leads to none of ${part}`);
  return found;
}
