import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { serviceTrainAnswerSchema, trainingPointSchema } from '#contract/sizer/service.ts';

/** What a workspace was trained with last. */
const storedSchema = z.object({
  org_id: z.guid(),
  trained_at: z.string(),
  points: z.array(trainingPointSchema),
  answer: serviceTrainAnswerSchema,
});
export type StoredTraining = z.infer<typeof storedSchema>;

/** The file cannot be read back as it was written. */
export class DamagedTraining extends Error {
  constructor(orgId: string, cause: unknown) {
    super(`the training points of workspace ${orgId} cannot be read: train it again`, { cause });
    this.name = 'DamagedTraining';
  }
}

/** Training points of workspaces, one file each in a folder; a file is replaced whole or not at all. */
export class WorkspacePoints {
  readonly #folder: string;
  /** One write of a workspace after the other. */
  readonly #writes = new Map<string, Promise<void>>();

  /** Makes the folder. Throws what the file system says. */
  constructor(dataFolder: string) {
    this.#folder = join(dataFolder, 'workspaces');
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Null for a workspace that was never trained. Throws DamagedTraining. */
  async read(orgId: string): Promise<StoredTraining | null> {
    let text: string;
    try {
      text = await readFile(this.#fileOf(orgId), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new DamagedTraining(orgId, error);
    }
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (text.slice(0, end) !== sha256(body))
      throw new DamagedTraining(orgId, new Error('its checksum does not fit its content'));
    try {
      return storedSchema.parse(JSON.parse(body));
    } catch (error) {
      throw new DamagedTraining(orgId, error);
    }
  }

  /** Returns once the file is on the disk. */
  async write(stored: StoredTraining): Promise<void> {
    const before = this.#writes.get(stored.org_id) ?? Promise.resolve();
    const write = before.catch(() => undefined).then(() => this.#replace(stored));
    this.#writes.set(stored.org_id, write);
    await write.finally(() => {
      if (this.#writes.get(stored.org_id) === write) this.#writes.delete(stored.org_id);
    });
  }

  async #replace(stored: StoredTraining): Promise<void> {
    const body = JSON.stringify(stored);
    const file = this.#fileOf(stored.org_id);
    const draft = `${file}.${process.pid}.new`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(`${sha256(body)}\n${body}`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    try {
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  #fileOf(orgId: string): string {
    // The caller checked it: nothing but a UUID becomes part of a path.
    return join(this.#folder, `${z.guid().parse(orgId).toLowerCase()}.json`);
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
