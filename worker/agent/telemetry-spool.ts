import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { telemetryRowSchema, type TelemetryRow } from '#contract/worker/protocol.ts';

const BATCH_ROWS = 1000;
/** About half an hour without network at 8 GPUs; the oldest go first. */
const BATCHES_KEPT = 200;
const WAITING_ROWS_KEPT = 20_000;

export interface TelemetryBatch {
  readonly id: string;
  readonly path: string;
  readonly rows: TelemetryRow[];
}

/** Samples waiting for their upload: in memory until a batch is cut, then a file named by its batch id, so that it is sent again as the same batch. */
export class TelemetrySpool {
  readonly #folder: string;
  #waiting: TelemetryRow[] = [];
  #cut = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(rows: readonly TelemetryRow[]): void {
    this.#waiting.push(...rows);
    if (this.#waiting.length > WAITING_ROWS_KEPT)
      this.#waiting.splice(0, this.#waiting.length - WAITING_ROWS_KEPT);
  }

  /** Writes what waits into batches, and drops the oldest ones past the limit. */
  async cut(): Promise<void> {
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, BATCH_ROWS);
      const name = `${String(Date.now()).padStart(15, '0')}-${String(this.#cut).padStart(6, '0')}_${randomUUID()}.json`;
      this.#cut += 1;
      await writeFile(join(this.#folder, name), JSON.stringify(rows), { mode: 0o600 });
      this.#waiting.splice(0, rows.length);
    }
    const names = await this.#names();
    for (const name of names.slice(0, Math.max(0, names.length - BATCHES_KEPT)))
      await rm(join(this.#folder, name), { force: true });
  }

  /** The oldest batch, or null; one that cannot be read (cut off by a crash) is removed. */
  async next(): Promise<TelemetryBatch | null> {
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      const id = basename(name, '.json').split('_')[1] ?? '';
      const rows = await readRows(path);
      if (rows !== null && z.guid().safeParse(id).success) return { id, path, rows };
      await rm(path, { force: true });
    }
    return null;
  }

  async remove(batch: TelemetryBatch): Promise<void> {
    await rm(batch.path, { force: true });
  }

  async #names(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names.filter((name) => name.endsWith('.json')).sort();
  }
}

async function readRows(path: string): Promise<TelemetryRow[] | null> {
  try {
    return z.array(telemetryRowSchema).parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}
