import { step } from '../session.ts';
import { DataFolder } from './data-folder.ts';
import { defaultThreadUrl } from './engine.ts';
import { makeFiles } from './make-files.ts';

/** A backup that is not put in place; nothing was changed. */
export class RestoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RestoreRefused';
  }
}

/**
 * Fills a data folder from a backup, and answers where the database that was there is kept now (null: there was none).
 * The backup is unpacked beside it and read first, so a bad file changes nothing. Throws DatabaseLocked while a process
 * has the folder, RestoreRefused for a database in the way (unless `replace`) and for a file that holds none of ours.
 */
export async function restoreBackup(options: {
  readonly dataDir: string;
  readonly file: string;
  readonly replace: boolean;
  readonly threadUrl?: URL;
}): Promise<string | null> {
  const folder = new DataFolder(options.dataDir);
  try {
    if (!folder.isEmpty && !options.replace)
      throw new RestoreRefused(
        `${folder.files} holds a database already: with --replace it is set aside, not deleted`,
      );
    await unpack(folder, options.file, options.threadUrl ?? defaultThreadUrl());
    const aside = folder.isEmpty ? null : folder.setAside();
    folder.adoptNewFiles();
    return aside;
  } finally {
    folder.release();
  }
}

async function unpack(folder: DataFolder, file: string, threadUrl: URL): Promise<void> {
  const ours = step(`select 1 where to_regclass('core.schema_migrations') is not null`, true, [], false);
  try {
    await makeFiles(folder, {
      threadUrl,
      loadFrom: file,
      async check(send) {
        const [result] = await send({ kind: 'run', steps: [ours] });
        if (result?.rows.length !== 1) throw new Error('it holds no database of this program');
      },
    });
  } catch (error) {
    folder.clearNewFiles();
    const reason = error instanceof Error ? error.message : String(error);
    throw new RestoreRefused(`${file} cannot be restored: ${reason}`, { cause: error });
  }
}
