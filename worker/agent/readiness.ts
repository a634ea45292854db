import { z } from 'zod';
import { sleep } from './backoff.ts';
import { describeExit, type ChildGroup } from './child-group.ts';
import { orStopped } from './lease.ts';
import { errorText } from './log.ts';
import { AttemptFailure, withLogTail } from './outcome.ts';

const PROBE_TIMEOUT_MS = 5000;
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;

/** What one look at the server gave: ready, not yet (and why), or never. */
export type Probe =
  | { readonly is: 'ready' }
  | { readonly is: 'waiting'; readonly why: string }
  | { readonly is: 'refused'; readonly why: string };

/**
 * Waits until `probe` says ready. Watches the server's process meanwhile: one that ended is `engine_died` at once, not
 * a time-out later. Throws AttemptFailure, or the reason of `stopped`.
 */
export async function waitUntilReady(options: {
  probe: () => Promise<Probe>;
  timeoutS: number;
  child: ChildGroup | null;
  logTail: () => Promise<string[]>;
  stopped: AbortSignal;
}): Promise<void> {
  const end = performance.now() + options.timeoutS * 1000;
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    if (options.child !== null && options.child.exit !== null)
      throw await diedEarly(options.child, options.logTail);
    const probe = await orStopped(options.probe(), options.stopped);
    if (probe.is === 'ready') return;
    if (probe.is === 'refused')
      throw new AttemptFailure('engine_not_ready', `The model server cannot be used: ${probe.why}.`);
    if (performance.now() + waitMs >= end) {
      const message = `The model server was not ready after ${options.timeoutS} s: ${probe.why}.`;
      throw new AttemptFailure('engine_not_ready', withLogTail(message, LOG_TITLE, await options.logTail()));
    }
    await orStopped(
      Promise.race([sleep(waitMs), ...(options.child === null ? [] : [options.child.exited])]),
      options.stopped,
    );
    waitMs = Math.min(waitMs * 1.5, LONGEST_WAIT_MS);
  }
}

export const LOG_TITLE = 'Last lines of its log:';

async function diedEarly(child: ChildGroup, logTail: () => Promise<string[]>): Promise<AttemptFailure> {
  const { exit } = child;
  if (exit?.error != null)
    return new AttemptFailure(
      'engine_not_ready',
      `The model server could not be started: ${exit.error}.`,
      exit,
    );
  const message = `The model server stopped by itself before it was ready (${exit === null ? '?' : describeExit(exit)}).`;
  return new AttemptFailure('engine_died', withLogTail(message, LOG_TITLE, await logTail()), exit);
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** GET with a time limit; a string says why there was no answer. */
async function get(url: string, headers: Readonly<Record<string, string>>): Promise<Answer | string> {
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return errorText(error);
  }
}

/** Ready when a GET of the health path answers 2xx. */
export async function probeHealth(url: string): Promise<Probe> {
  const answer = await get(url, {});
  if (typeof answer === 'string') return { is: 'waiting', why: `${url} does not answer (${answer})` };
  if (answer.status >= 200 && answer.status < 300) return { is: 'ready' };
  return { is: 'waiting', why: `${url} answers ${answer.status}` };
}

const modelListSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Ready when the OpenAI API lists the wanted model (any, when null); servers without a model list count by `/health`. */
export async function probeEndpoint(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  model: string | null,
): Promise<Probe> {
  const url = `${baseUrl}/v1/models`;
  const answer = await get(url, headers);
  if (typeof answer === 'string') return { is: 'waiting', why: `${url} does not answer (${answer})` };
  if (answer.status === 401 || answer.status === 403)
    return { is: 'refused', why: `${url} refuses the API key (${answer.status})` };
  if (answer.status === 404 || answer.status === 405) return probeHealth(`${baseUrl}/health`);
  if (answer.status !== 200) return { is: 'waiting', why: `${url} answers ${answer.status}` };
  const ids = listModels(answer.text);
  if (model === null || ids === null || ids.includes(model)) return { is: 'ready' };
  return {
    is: 'refused',
    why: `it serves ${ids.length === 0 ? 'no model' : ids.slice(0, 5).join(', ')}, not ${model}`,
  };
}

function listModels(text: string): string[] | null {
  try {
    return modelListSchema.parse(JSON.parse(text)).data.map((model) => model.id);
  } catch {
    return null;
  }
}
