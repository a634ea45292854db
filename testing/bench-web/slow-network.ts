import type { CDPSession } from '@playwright/test';

const MEGABIT = 125_000;
/** The lab profile of the dashboard design, section 5: 10 Mbit/s, 40 ms. */
const NETWORK = {
  offline: false,
  latency: 40,
  downloadThroughput: 10 * MEGABIT,
  uploadThroughput: 10 * MEGABIT,
} as const;

/** Puts a page behind the network of the lab profile, with nothing in its cache. */
export async function throttleNetwork(session: CDPSession): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  await session.send('Network.emulateNetworkConditions', NETWORK);
}
