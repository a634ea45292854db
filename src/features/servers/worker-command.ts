import type { z } from 'zod';
import type { bootstrapAnswerSchema } from '#contract/endpoints.ts';

/** What starts the agent on a machine; the token goes by the environment, so that no process list shows it. */
export function workerCommand(token: string, apiBase: string, hostname: string): string {
  return [
    `YARDSTICK_WORKER_TOKEN=${token} \\`,
    `  node agent.js --api ${apiBase} \\`,
    `  --hostname ${hostname} --work-dir ~/yardstick-worker`,
  ].join('\n');
}

/** The API as another machine must name it. A page opened at a loopback address only knows that one. */
export function apiAddress(apiBase: string, origin: string): { address: string; isLoopback: boolean } {
  const url = new URL(apiBase, origin);
  return {
    address: url.href.replace(/\/+$/, ''),
    isLoopback: ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname),
  };
}

/** A worker that may register, as far as the page has it: its token is known this once. */
export interface NewWorker {
  readonly token: string;
  readonly hostname: string;
  readonly expiresAt: string | null;
  /** When, so that a worker heard before does not count as this one. */
  readonly at: number;
  /** Set where one command does it all. */
  readonly bootstrap: z.output<typeof bootstrapAnswerSchema> | null;
}
