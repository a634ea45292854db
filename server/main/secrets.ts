import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { decodeKey, type Config } from './config.ts';
import { StartError } from './start-error.ts';

export interface Secrets {
  /** Signs the tokens of people. */
  readonly jwtSecret: Uint8Array;
  /** Seals secrets in the database. */
  readonly encryptionKey: Uint8Array;
}

const fileSchema = z.object({ jwt_secret: z.string().min(32), encryption_key: z.string() });

/**
 * The secrets given, else those of `<data>/secrets.json`, which is made once, for this user alone. Several processes may
 * start at once. Throws StartError when the file cannot be read or written.
 */
export function loadSecrets(
  config: Pick<Config, 'JWT_SECRET' | 'ENCRYPTION_KEY' | 'YARDSTICK_DATA'>,
): Secrets {
  const { JWT_SECRET: jwtSecret, ENCRYPTION_KEY: encryptionKey } = config;
  const stored =
    jwtSecret === undefined || encryptionKey === undefined ? storedSecrets(config.YARDSTICK_DATA) : null;
  return {
    jwtSecret: Buffer.from(jwtSecret ?? stored?.jwt_secret ?? ''),
    encryptionKey: decodeKey(encryptionKey ?? stored?.encryption_key ?? ''),
  };
}

function storedSecrets(dataFolder: string): z.output<typeof fileSchema> {
  const file = join(dataFolder, 'secrets.json');
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    const found = read(file);
    if (found !== null) return fileSchema.parse(JSON.parse(found));
    makeOnce(file, {
      jwt_secret: randomBytes(48).toString('base64url'),
      encryption_key: randomBytes(32).toString('base64url'),
    });
    return fileSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    // The parser's own message may quote the file.
    const reason =
      error instanceof Error && 'code' in error ? String(error.code) : 'it does not hold what it should';
    throw new StartError(`cannot use ${file}: ${reason}`, { cause: error });
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written whole under another name, then linked: a reader never sees half of it, and the first of two writers wins. */
function makeOnce(file: string, secrets: z.output<typeof fileSchema>): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
