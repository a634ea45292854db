import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackageList } from '#contract/endpoints.ts';
import { packageManifestSchema } from '#contract/endpoints.ts';

/** A set without these brings no worker up. */
const NEEDED_FILES = ['agent.js', 'bench-llm.js'];

export type Package = PackageList['packages'][number] & { readonly path: string };

/** Package sets of a folder: its own `manifest.json` and those of its subfolders. */
export class PackageSets {
  readonly #folder: string;
  /** By path, size and time of change: a listing hashes each file once. */
  readonly #digests = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Files of every complete set, newest set first. A set counts only when it has a tag, all files that a worker needs,
   * and each file has the size and the SHA-256 that its manifest says; any other is as if it were not there.
   */
  async list(): Promise<Package[]> {
    const folders = [this.#folder, ...(await subfolders(this.#folder))];
    const sets = await Promise.all(folders.map((folder) => this.#readSet(folder)));
    const complete = sets.filter((set) => set !== null).sort((a, b) => b.time - a.time);
    const tags = new Set<string>();
    return complete.flatMap(({ tag, packages }) => {
      // Two sets of one tag would mix; the newer one wins.
      if (tags.has(tag)) return [];
      tags.add(tag);
      return packages;
    });
  }

  async #readSet(folder: string): Promise<{ tag: string; time: number; packages: Package[] } | null> {
    try {
      const path = join(folder, 'manifest.json');
      const { tag, files } = packageManifestSchema.parse(JSON.parse(await readFile(path, 'utf8')));
      if (!NEEDED_FILES.every((name) => files.some((file) => file.name === name))) return null;
      const packages = files.map(({ name, size, sha256 }) => ({
        name: `${tag}.${name}`,
        tag,
        file: name,
        size,
        sha256,
        path: join(folder, name),
      }));
      for (const each of packages) if (!(await this.#isWhole(each))) return null;
      return { tag, time: (await stat(path)).mtimeMs, packages };
    } catch {
      return null;
    }
  }

  async #isWhole({ path, size, sha256 }: Package): Promise<boolean> {
    const { size: actual, mtimeMs } = await stat(path);
    if (actual !== size) return false;
    const key = `${path}\n${size}\n${mtimeMs}`;
    let digest = this.#digests.get(key);
    if (digest === undefined) {
      digest = sha256Of(await readFile(path));
      this.#digests.set(key, digest);
    }
    return digest === sha256;
  }
}

/** Hex digest. */
export function sha256Of(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

async function subfolders(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}
