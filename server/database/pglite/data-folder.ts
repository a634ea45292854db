import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { backupsToDrop } from './backup-retention.ts';
import { takeLock } from './lock-file.ts';

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
    this.#dropHalfBackups();
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

  /** Moves the database out of the way; answers where to. */
  setAside(): string {
    const aside = join(this.path, `pglite.replaced-${timestamp()}`);
    renameSync(this.files, aside);
    return aside;
  }

  /** PGlite writes it with a made-up process number; what a crash leaves could stop the next start. */
  clearStalePid(): void {
    rmSync(join(this.files, 'postmaster.pid'), { force: true });
  }

  nextBackup(): string {
    mkdirSync(this.#backups, { recursive: true, mode: 0o700 });
    this.#dropHalfBackups();
    return join(this.#backups, `yardstick-${timestamp()}.tar.gz`);
  }

  dropOldBackups(): void {
    for (const name of backupsToDrop(readdirSync(this.#backups), new Date()))
      rmSync(join(this.#backups, name), { force: true });
  }

  release(): void {
    this.#release();
  }

  get #backups(): string {
    return join(this.path, 'backups');
  }

  /** What a stop in the middle of a backup left. Whoever has the lock writes one at a time, so none is in use. */
  #dropHalfBackups(): void {
    if (!existsSync(this.#backups)) return;
    for (const name of readdirSync(this.#backups))
      if (/^yardstick-.*\.part$/.test(name)) rmSync(join(this.#backups, name), { force: true });
  }
}

/** The time as a part of a file name: names sort by it. */
function timestamp(): string {
  return new Date().toISOString().replaceAll(':', '-');
}
