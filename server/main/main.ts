import { moveToPostgres } from './move-to-postgres.ts';
import { printSignInLink } from './print-sign-in-link.ts';
import { restore } from './restore.ts';
import { serve } from './serve.ts';
import { StartError } from './start-error.ts';

/**
 * The control plane: `main.js` serves, `main.js sign-in-link [--email …]` prints a link for whoever runs it,
 * `main.js restore FILE` fills the embedded database from a backup, `main.js move-to-postgres` a PostgreSQL one from it.
 */
async function run([command, ...args]: string[]): Promise<void> {
  if (command === undefined) return serve();
  if (command === 'sign-in-link') return printSignInLink(args);
  if (command === 'restore') return restore(args, process.env);
  if (command === 'move-to-postgres') return moveToPostgres(args, process.env);
  throw new StartError(
    `unknown command "${command}": there are sign-in-link, restore and move-to-postgres, or none to serve`,
  );
}

run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`yardstick: ${error.message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
    process.exit(2);
  }
  process.stderr.write(
    `yardstick: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
});
