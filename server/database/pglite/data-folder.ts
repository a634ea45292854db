import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from './lock-file.ts';

const backupsKept = 5;

/** The folder of an embedded database: `pglite/` (its files), `pglite.lock` beside it, `backups/`. */
export class DataFolder {
  readonly path: string;
  readonly #release: () => void;

  /** Makes the folder readable to this user only and locks it. Throws DatabaseLocked. */
  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    chmodSync(path, 0o700);
    this.#release = takeLock(join(path, 'pglite.lock'), path);
  }

  get files(): string {
    return join(this.path, 'pglite');
  }

  /** Where a new database is made before it is moved to `files` whole, so that a crash in the first start leaves nothing half made. */
  get newFiles(): string {
    return join(this.path, 'pglite.new');
  }

  get isEmpty(): boolean {
    return !existsSync(join(this.files, 'PG_VERSION'));
  }

  clearNewFiles(): void {
    rmSync(this.newFiles, { recursive: true, force: true });
  }

  adoptNewFiles(): void {
    chmodSync(this.newFiles, 0o700);
    renameSync(this.newFiles, this.files);
  }

  /** PGlite writes it with a made-up process number; what a crash leaves could stop the next start. */
  clearStalePid(): void {
    rmSync(join(this.files, 'postmaster.pid'), { force: true });
  }

  nextBackup(): string {
    const folder = join(this.path, 'backups');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return join(folder, `yardstick-${new Date().toISOString().replaceAll(':', '-')}.tar.gz`);
  }

  /** Their names sort by time. */
  dropOldBackups(): void {
    const folder = join(this.path, 'backups');
    const names = readdirSync(folder)
      .filter((name) => /^yardstick-.*\.tar\.gz$/.test(name))
      .sort();
    for (const name of names.slice(0, -backupsKept)) rmSync(join(folder, name));
  }

  release(): void {
    this.#release();
  }
}
