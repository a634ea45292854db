import type { BrowserContext } from '@playwright/test';
import { throttleNetwork } from './slow-network.ts';

/** A phone, a tablet both ways, windows of laptops and of a large screen: a header that wraps does so at one of them. */
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  { width: 1350, height: 940 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
/** After the network fell silent: what is drawn late has been drawn. */
const REST_MS = 800;

/** In the page: adds up layout shifts. */
const OBSERVE = `
  window.benchShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.benchShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** How far a page's layout shifts while its code and data arrive over a slow network, in the window where it does most. */
export async function worstShift(context: BrowserContext, address: string): Promise<number> {
  let worst = 0;
  for (const window of WINDOWS) {
    const page = await context.newPage();
    await page.setViewportSize(window);
    await throttleNetwork(await context.newCDPSession(page));
    await page.addInitScript({ content: OBSERVE });
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(REST_MS);
    worst = Math.max(worst, Number(await page.evaluate('window.benchShift')));
    await page.close();
  }
  return worst;
}
