import type { StepResult } from '../row-values.ts';
import type { DataFolder } from './data-folder.ts';
import { Engine } from './engine.ts';
import type { ThreadCall } from './thread-protocol.ts';

/**
 * Makes a database beside the folder's own, whole and closed, for `adoptNewFiles`: a new one, or what the dump holds.
 * `check` looks at it before that. Throws DatabaseError when it cannot be opened, and what `check` throws.
 */
export async function makeFiles(
  folder: DataFolder,
  options: {
    readonly threadUrl: URL;
    readonly loadFrom: string | null;
    readonly check?: (send: (call: ThreadCall) => Promise<StepResult[]>) => Promise<void>;
  },
): Promise<void> {
  folder.clearNewFiles();
  const engine = new Engine({
    threadUrl: options.threadUrl,
    data: { dataDir: folder.newFiles, loadFrom: options.loadFrom },
    onStarting: () => undefined,
    onNotified: () => undefined,
    onOpened: options.check ?? (() => Promise.resolve()),
  });
  try {
    await engine.open();
  } finally {
    await engine.close();
  }
}
