import { parseArgs } from 'node:util';
import { signInUrl } from '#server/api/auth/sign-in-links.ts';
import { DatabaseError } from '#server/database/port.ts';
import { createSignInLink, findAccount, findFirstOwner } from './bootstrap.ts';
import { readConfig } from './config.ts';
import { openConfigured } from './open-prepared.ts';
import { localUrl } from './serve.ts';
import { StartError } from './start-error.ts';

const LINK_LIFE_S = 3_600;

/** `sign-in-link [--email …]`: prints a link that signs in once within the hour, as the first owner or as the account given. */
export async function printSignInLink(args: string[]): Promise<void> {
  const email = readEmail(args);
  const config = readConfig(process.env);
  const db = await openConfigured(config);
  try {
    const accountId =
      email === null ? ((await findFirstOwner(db))?.accountId ?? null) : await findAccount(db, email);
    if (accountId === null)
      throw new StartError(
        email === null ? 'no account owns a workspace yet' : `there is no active account ${email}`,
      );
    const token = await createSignInLink(db, accountId, LINK_LIFE_S);
    process.stdout.write(`${signInUrl(config.PUBLIC_URL ?? localUrl(config.HOST, config.PORT), token)}\n`);
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new StartError('this database is not set up yet: start the server once', { cause: error });
    throw error;
  } finally {
    await db.close();
  }
}

function readEmail(args: string[]): string | null {
  try {
    return parseArgs({ args, options: { email: { type: 'string' } } }).values.email ?? null;
  } catch (error) {
    throw new StartError('usage: sign-in-link [--email ADDRESS]', { cause: error });
  }
}
