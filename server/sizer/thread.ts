import { parentPort, workerData } from 'node:worker_threads';
import { openBrain } from './open-brain.ts';
import { sentErrorOf, type ThreadAnswer, type ThreadData, type ThreadWork } from './thread-messages.ts';

/** A thread that solves: work in, answers out, each with the number it came with. */
const brain = openBrain(workerData as ThreadData);

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
