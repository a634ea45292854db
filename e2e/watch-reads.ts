import { expect, type Page } from '@playwright/test';

/** Answers a wait until no request has been under way for 100 ms (Playwright's own "networkidle" takes 500). */
export function watchReads(page: Page): () => Promise<void> {
  const open = new Set<object>();
  let changedAt = Date.now();
  page.on('request', (request) => {
    open.add(request);
    changedAt = Date.now();
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => {
      open.delete(request);
      changedAt = Date.now();
    });
  return () =>
    expect
      .poll(() => open.size === 0 && Date.now() - changedAt >= 100, { intervals: [50], timeout: 15_000 })
      .toBe(true);
}
