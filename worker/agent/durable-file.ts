import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces a file whole: after a crash it holds the old text or the new one, never a part. Mode 0600. */
export async function writeFileDurably(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
