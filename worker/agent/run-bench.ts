import { writeFile } from 'node:fs/promises';
import { benchProgressSchema, type BenchProgress } from '#contract/worker/bench-llm-result.ts';
import type { BenchLlmSpec } from '#contract/worker/bench-llm-spec.ts';
import { PARENT_PIPE_ENV } from '#worker/parent-pipe.ts';
import { acceptResult } from './bench-result.ts';
import { API_KEY_ENV } from './bench-spec.ts';
import { childEnv } from './child-env.ts';
import { ChildGroup, describeExit, type Exit } from './child-group.ts';
import { FileTail } from './file-tail.ts';
import { orStopped } from './lease.ts';
import { errorText } from './log.ts';
import { AttemptFailure, withLogTail, type Cause } from './outcome.ts';
import { programArgv } from './programs.ts';
import type { SecretMasker } from './secret-masker.ts';
import type { Workspace } from './workspace.ts';

const TAIL_MS = 200;

/** Exit codes of bench-llm other than 0 (done). */
const EXIT_CAUSES: Record<number, { cause: Cause; text: string }> = {
  1: { cause: 'bench_failed', text: 'The benchmark failed' },
  2: { cause: 'bench_spec_refused', text: 'The benchmark refused its settings' },
  3: { cause: 'engine_unreachable', text: 'The benchmark could not reach the model server' },
};

/**
 * Runs bench-llm in a process of its own and checks its result. Throws AttemptFailure, or the reason of `stopped`; the
 * process may still run then, and `onChild` has told the caller of it.
 */
export async function runBench(
  spec: BenchLlmSpec,
  options: {
    workspace: Workspace;
    marker: string;
    env: NodeJS.ProcessEnv;
    apiKey: string | null;
    masker: SecretMasker;
    stopped: AbortSignal;
    onChild: (child: ChildGroup) => Promise<void>;
    onProgress: (progress: BenchProgress) => void;
    /** Called when the bench has failed, before the failure is reported: the engine's own end explains it better. */
    explain: () => Promise<void>;
  },
): Promise<void> {
  const { workspace, masker } = options;
  await writeFile(workspace.spec, JSON.stringify(spec, null, 2), { mode: 0o600 });
  const child = new ChildGroup({
    argv: [...programArgv('bench-llm'), '--spec', workspace.spec, '--result', workspace.result],
    cwd: workspace.root,
    env: childEnv(options.env, options.marker, {
      [PARENT_PIPE_ENV]: '1',
      ...(options.apiKey === null ? {} : { [API_KEY_ENV]: options.apiKey }),
    }),
    stdoutPath: workspace.benchOutput,
    stderrPath: workspace.log('bench'),
  });
  const progress = new FileTail(workspace.benchOutput, (line) => {
    const parsed = parseProgress(line);
    if (parsed !== null) options.onProgress(parsed);
  });
  const log = new FileTail(workspace.log('bench'));
  progress.start(TAIL_MS);
  try {
    await options.onChild(child);
    const exit = await orStopped(child.exited, options.stopped);
    await progress.read();
    await log.read();
    const tail = log
      .lastLines()
      .slice(-20)
      .map((line) => masker.mask(line));
    if (exit.code !== 0) {
      await options.explain();
      throw toFailure(exit, tail);
    }
    await accept(workspace, masker, exit, tail);
  } finally {
    await progress.stop();
  }
}

function toFailure(exit: Exit, tail: readonly string[]): AttemptFailure {
  if (exit.error !== null)
    return new AttemptFailure(
      'worker_fault',
      `The benchmark program could not be started: ${exit.error}.`,
      exit,
    );
  const known = exit.code === null ? undefined : EXIT_CAUSES[exit.code];
  const text = known?.text ?? 'The benchmark program was ended before it was done';
  return new AttemptFailure(
    known?.cause ?? 'bench_failed',
    withLogTail(`${text} (${describeExit(exit)}).`, 'Last lines of its log:', tail),
    exit,
  );
}

async function accept(
  workspace: Workspace,
  masker: SecretMasker,
  exit: Exit,
  tail: readonly string[],
): Promise<void> {
  try {
    await acceptResult(workspace, masker);
  } catch (error) {
    const message = `The benchmark ended without a result that can be read: ${errorText(error).slice(0, 500)}`;
    throw new AttemptFailure('bench_failed', withLogTail(message, 'Last lines of its log:', tail), exit);
  }
}

function parseProgress(line: string): BenchProgress | null {
  try {
    return benchProgressSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
