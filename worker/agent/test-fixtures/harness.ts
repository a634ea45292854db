import { rm } from 'node:fs/promises';
import { afterAll, test as base, expect, vi } from 'vitest';
import {
  WorkerPlatform,
  type JobSetup,
  type PlatformAttempt,
  type PlatformJob,
} from '#testing/worker-platform.ts';
import { installWorker, WorkerUnderTest } from './worker-under-test.ts';

export interface Harness {
  readonly platform: WorkerPlatform;
  readonly worker: WorkerUnderTest;
  /** Waits for a condition; the error carries what both sides know. */
  readonly until: (
    what: string,
    condition: () => boolean | Promise<boolean>,
    limitMs?: number,
  ) => Promise<void>;
  readonly ended: (job: PlatformJob) => Promise<void>;
  readonly inPhase: (job: PlatformJob, phase: string) => Promise<void>;
  /** Waits until none of the processes is left: well before they would end by themselves. */
  readonly allGone: (pids: readonly number[]) => Promise<void>;
}

// Each test starts programs, some one after another; beside other work a start alone takes seconds.
vi.setConfig({ testTimeout: 90_000 });

let installed: Promise<string> | null = null;
/** The worker with the scripts of this folder as engine and bench, bundled once a test file. */
export function fakeInstall(): Promise<string> {
  installed ??= installWorker('fake');
  return installed;
}
afterAll(async () => {
  if (installed !== null) await rm(await installed, { recursive: true, force: true });
});

/** A harness around a platform of its own; `end` checks that no call broke the contract. */
export async function createHarness(install: string): Promise<Harness & { end: () => Promise<void> }> {
  const platform = new WorkerPlatform();
  await platform.listen();
  const worker = await WorkerUnderTest.create(install, platform);
  const until: Harness['until'] = async (what, condition, limitMs = 30_000) => {
    const limit = performance.now() + limitMs;
    while (!(await condition())) {
      if (performance.now() > limit) {
        const jobs = JSON.stringify(platform.jobs, null, 1).slice(0, 4000);
        throw new Error(`not within ${limitMs} ms: ${what}\n${jobs}\n${worker.output.slice(-4000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    platform,
    worker,
    until,
    ended: (job) => until('the job ends', () => ['completed', 'failed', 'cancelled'].includes(job.status)),
    inPhase: (job, phase) =>
      until(`phase ${phase}`, () => job.attempts.at(-1)?.phases.includes(phase) === true),
    allGone: (pids) => until(`processes ${pids.join(', ')} end`, () => !pids.some(isAlive), 15_000),
    end: async () => {
      await worker.dispose();
      await platform.close();
      expect(platform.violations).toEqual([]);
    },
  };
}

/** A test with a platform and a worker folder of its own, by itself: what it holds is a time, which siblings would stretch. */
export const testAlone = base.extend<{ harness: Harness }>({
  harness: async ({ onTestFinished }, use) => {
    const harness = await createHarness(await fakeInstall());
    onTestFinished(() => harness.end());
    await use(harness);
  },
});

/** The same, side by side with the other tests of a file, as most of their time is waiting. */
export const test = testAlone.concurrent;

// Programs of one file never get the same port; two files at a time start at places of their own.
let nextPort = 15_000 + Math.floor(Math.random() * 15_000);
/** A port for a program that a test starts. */
export function ownPort(): number {
  nextPort += 1;
  return nextPort;
}

export function simulated(model = 'good'): Extract<JobSetup['launch'], { kind: 'simulated' }> {
  return {
    kind: 'simulated',
    gpu_model: 'h100',
    gpu_count: 1,
    model_code: model,
    quantization_code: 'fp16',
    max_model_len: 4096,
    ready_timeout_s: 20,
  };
}

/** A job for the scripts beside this file: `behaviour` and `measureMs` tell the bench what to do. */
export function setup(
  change: {
    behaviour?: string;
    measureMs?: number;
    launch?: JobSetup['launch'];
    maxRuntimeS?: number;
    options?: Record<string, unknown>;
  } = {},
): JobSetup {
  const metadata = { behaviour: change.behaviour ?? 'good', measure_ms: String(change.measureMs ?? 300) };
  return {
    tool_code: 'bench-llm',
    job_name: 'a job',
    bench: {
      concurrency: 2,
      input_len: 10,
      output_len: 10,
      num_requests: 4,
      num_warmups: null,
      max_duration_s: null,
      seed: 1,
      options: { metadata, ...change.options },
    },
    launch: change.launch ?? simulated(),
    limits: { max_runtime_s: change.maxRuntimeS ?? 60 },
  };
}

/** The newest attempt of a job. */
export function last(job: PlatformJob): PlatformAttempt {
  const attempt = job.attempts.at(-1);
  if (attempt === undefined) throw new Error('the job was never claimed');
  return attempt;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
