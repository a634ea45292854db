import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './config.ts';
import { processIdentitySchema } from './journal.ts';
import { readBootId } from './machine.ts';
import { isAlive, readStartTicks } from './process-table.ts';

/** Takes a work folder for this process: two agents in one folder would run one job twice. Throws ConfigError when one is alive in it. */
export async function lockWorkDir(workDir: string): Promise<() => Promise<void>> {
  const path = join(workDir, 'agent.lock');
  const own = JSON.stringify({
    pid: process.pid,
    start_ticks: readStartTicks(process.pid),
    boot_id: readBootId(),
  });
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(own);
      await file.close();
      return () => rm(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      await removeStale(path, workDir);
    }
  }
  throw new ConfigError(`The work folder ${workDir} cannot be locked.`);
}

async function removeStale(path: string, workDir: string): Promise<void> {
  let owner: { pid: number } | null = null;
  try {
    const identity = processIdentitySchema.parse(JSON.parse(await readFile(path, 'utf8')));
    if (isAlive(identity)) owner = identity;
  } catch {
    // Half written by an agent that died in that moment.
  }
  if (owner !== null)
    throw new ConfigError(`Another worker (process ${owner.pid}) already uses the work folder ${workDir}.`);
  await rm(path, { force: true });
}
