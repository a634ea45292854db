import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { cpus, release, totalmem, type, uptime } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { WorkerHardware } from '#contract/worker/hardware.ts';
import { parseMemoryMb, parseNumber, splitCsvLine } from '#worker/telemetry/nvidia-smi.ts';
import { writeFileDurably } from './durable-file.ts';

const machineFileSchema = z.object({ machine_id: z.string().min(8), hostname: z.string() });

/**
 * The id that this work folder registers with; a restart keeps it, so that the platform knows the machine again.
 * A folder copied to a machine of another name gets a new one: two workers with one id would fence each other.
 */
export async function readMachineId(workDir: string, hostname: string): Promise<string> {
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  const path = join(workDir, 'machine.json');
  try {
    const stored = machineFileSchema.parse(JSON.parse(await readFile(path, 'utf8')));
    if (stored.hostname === hostname) return stored.machine_id;
  } catch {
    // First start, or a file that cannot be read: a new identity is always safe.
  }
  const machineId = randomUUID();
  await writeFileDurably(path, JSON.stringify({ machine_id: machineId, hostname }));
  return machineId;
}

let cachedBootId: string | null = null;

/** Names this boot of the machine: process ids mean nothing across boots. */
export function readBootId(): string {
  cachedBootId ??= computeBootId();
  return cachedBootId;
}

function computeBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    // No such file outside Linux: the boot time to the minute, as the clock may be corrected by seconds.
    return `boot-${Math.round((Date.now() / 1000 - uptime()) / 60)}`;
  }
}

/** What the machine is made of. GPUs come from nvidia-smi; none when it is absent. */
export async function readHardware(): Promise<WorkerHardware> {
  return {
    cpu_model: cpus()[0]?.model.trim() ?? null,
    cpu_count: cpus().length,
    memory_gb: Math.round(totalmem() / 1e8) / 10,
    os: `${type()} ${release()}`,
    gpus: await readGpus(),
  };
}

async function readGpus(): Promise<WorkerHardware['gpus']> {
  try {
    const { stdout } = await promisify(execFile)(
      'nvidia-smi',
      ['--query-gpu=index,uuid,name,memory.total,driver_version', '--format=csv,noheader,nounits'],
      { timeout: 10_000, killSignal: 'SIGKILL' },
    );
    return parseGpuList(stdout);
  } catch {
    return [];
  }
}

/** Reads `nvidia-smi --query-gpu=index,uuid,name,memory.total,driver_version --format=csv,noheader,nounits`; skips lines it cannot read. */
export function parseGpuList(text: string): WorkerHardware['gpus'] {
  return text.split('\n').flatMap((line) => {
    const [index, uuid, name, memory, driver] = splitCsvLine(line);
    const number = parseNumber(index);
    const memoryMb = parseMemoryMb(memory);
    if (number === null || memoryMb === null || uuid === undefined || name === undefined) return [];
    return [{ index: number, uuid, name, memory_total_mb: memoryMb, driver_version: driver ?? null }];
  });
}
