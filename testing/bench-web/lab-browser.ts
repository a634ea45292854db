import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { z } from 'zod';
import { freePort } from '#testing/product.ts';
import { LAB_PASSWORD, LAB_PEOPLE, startLab, type RunningLab } from '#testing/start-lab.ts';
import { chromiumPath } from './chromium-path.ts';

/** Jobs of the workspace that pages are measured on. */
const JOBS = 10_000;

/** A lab that runs. */
type LabAddress = Pick<RunningLab, 'url' | 'orgId' | 'telemetryJobIds'>;

export interface LabBrowser extends LabAddress {
  readonly browser: Browser;
  /** A fresh profile in which the lab's owner is signed in. */
  readonly signIn: () => Promise<BrowserContext>;
  /** The full address of a page of the lab's workspace, such as `runs/7`. */
  readonly addressOf: (path: string) => string;
}

/** Hands a browser for a lab that runs to `use`, and closes it after. */
async function withBrowserOf<T>(lab: LabAddress, use: (lab: LabBrowser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ ...chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await use({
      ...lab,
      browser,
      addressOf: (path) => `${lab.url}/w/${lab.orgId}/${path}`,
      signIn: async () => {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        await signInTo(context, lab);
        return context;
      },
    });
  } finally {
    await browser.close();
  }
}

/** Signs the lab's owner in and gives the access token. Throws where the lab refuses. */
export async function signInTo(context: BrowserContext, { url }: LabAddress): Promise<string> {
  const answer = await context.request.post(`${url}/api/auth/sign-in`, {
    data: { email: LAB_PEOPLE[0].email, password: LAB_PASSWORD },
  });
  if (!answer.ok()) throw new Error(`The lab refused the sign-in: ${answer.status()}`);
  return z.object({ access_token: z.string() }).parse(await answer.json()).access_token;
}

/** Starts the product as built with made-up content, hands it to `use`, and ends it. */
export async function withLab<T>(use: (lab: LabBrowser) => Promise<T>): Promise<T> {
  const lab = await startLab({ port: await freePort(), jobs: JOBS });
  try {
    return await withBrowserOf(lab, use);
  } finally {
    await lab.stop();
  }
}
