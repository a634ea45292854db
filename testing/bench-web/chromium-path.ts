import { existsSync } from 'node:fs';

/** The installed Chromium, else Playwright's own. */
export function chromiumPath(): { readonly executablePath?: string } {
  const file = [process.env['CHROMIUM_PATH'], '/usr/bin/chromium'].find(
    (one) => one !== undefined && existsSync(one),
  );
  return file === undefined ? {} : { executablePath: file };
}
