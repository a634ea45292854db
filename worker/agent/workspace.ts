import { appendFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LOG_STREAMS } from '#contract/worker/protocol.ts';

/** The folder of one attempt: everything a job leaves on this machine, wiped when its end has been delivered. */
export class Workspace {
  readonly root: string;

  constructor(workDir: string, jobId: number, attempt: number) {
    this.root = join(workDir, 'jobs', `${jobId}-${attempt}`);
  }

  get spec(): string {
    return join(this.root, 'spec.json');
  }
  /** What the bench wrote. */
  get result(): string {
    return join(this.root, 'result.json');
  }
  /** The same in canonical form, as it is uploaded; exists only once the bench is known to have succeeded. */
  get canonicalResult(): string {
    return join(this.root, 'result.canonical.json');
  }
  get benchOutput(): string {
    return join(this.root, 'bench-output.ndjson');
  }
  get telemetry(): string {
    return join(this.root, 'telemetry');
  }
  log(stream: (typeof LOG_STREAMS)[number]): string {
    return join(this.root, `${stream}.log`);
  }

  /** Makes the folder afresh. */
  async create(): Promise<void> {
    await this.wipe();
    await mkdir(this.telemetry, { recursive: true, mode: 0o700 });
  }

  async wipe(): Promise<void> {
    await rm(this.root, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Adds a line to the attempt's `agent` log; losing one is no reason to fail a job. */
  note(text: string): void {
    try {
      appendFileSync(this.log('agent'), `${new Date().toISOString()} ${text}\n`, { mode: 0o600 });
    } catch {
      // The folder is gone or the disk full.
    }
  }
}

/** Removes the folders of attempts that nobody holds any more. */
export async function wipeOthers(workDir: string, held: Workspace | null): Promise<void> {
  const folder = join(workDir, 'jobs');
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    if (path !== held?.root) await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}
