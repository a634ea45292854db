import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { openBrain } from './open-brain.ts';
import { rehearsalOf, restMs } from './rehearsal.ts';
import { sentErrorOf, type ThreadAnswer, type ThreadData, type ThreadWork } from './thread-messages.ts';

/** A thread that solves: work in, answers out, each with the number it came with. */
const data = workerData as ThreadData;
const brain = openBrain(data);

async function answer({ id, work }: { id: number; work: ThreadWork }): Promise<ThreadAnswer> {
  try {
    const value = await brain.run(work);
    const outcome = sentErrorOf(value);
    return outcome === null ? { id, text: JSON.stringify(value) } : { id, outcome };
  } catch (error) {
    const outcome = sentErrorOf(error);
    if (outcome !== null) return { id, outcome };
    return { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (message: { id: number; work: ThreadWork }) => {
  void answer(message).then((sent) => parentPort?.postMessage(sent));
});

/** The control plane starts at the same moment, and has people waiting for it. */
const REHEARSE_AFTER_MS = 3_000;

/**
 * Between questions: one that comes meanwhile waits for one answer at most. It takes no more than `percent` of a processor, as whoever
 * has just started the product looks at its pages. A model that cannot be rehearsed says so when it is asked.
 */
async function rehearse(percent: number): Promise<void> {
  await pause(REHEARSE_AFTER_MS);
  for (const message of rehearsalOf(AI_MODELS)) {
    const start = performance.now();
    await brain.rehearse(message).catch(() => undefined);
    await pause(restMs(performance.now() - start, percent));
  }
  parentPort?.postMessage({ rehearsed: true } satisfies ThreadAnswer);
}

void rehearse(data.rehearsalPercent);
