import { listen } from '#server/api/server.ts';
import { openDatabase } from '#server/database/open.ts';
import { asksForUsage, readDataApiCommand, USAGE } from './data-api-options.ts';
import { buildDataApiServer } from './data-api-server.ts';
import { whatIsMissing } from './data-api-target.ts';
import { StartError } from './start-error.ts';

/** The data API alone, over any PostgreSQL database: `npm run data-api -- --db URL --anon-role ROLE --schemas a,b`. */
async function run(args: string[]): Promise<void> {
  if (asksForUsage(args)) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const command = readDataApiCommand(args, process.env);
  const database = await openDatabase({
    databaseUrl: command.databaseUrl,
    extraRoles: [command.anonymousRole],
    sessionRole: null,
  });
  try {
    for (const line of await whatIsMissing(command, database)) process.stderr.write(`data-api: ${line}\n`);
    const app = await buildDataApiServer(command, database, (error, requestId) => {
      process.stderr.write(
        `data-api: request ${requestId}: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    });
    const port = await listen(app, { host: command.host, port: command.port });
    const stop = (): void => {
      app
        .close()
        .then(() => database.close())
        .then(
          () => process.exit(0),
          () => process.exit(1),
        );
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    process.stdout.write(`data API ready on http://${command.host}:${port}${command.prefix}\n`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const isForUser = error instanceof StartError;
  process.stderr.write(`data-api: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(isForUser ? 2 : 1);
});
