import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#contract/errors.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { requireAnyToken } from './any-token.ts';
import { sha256Of } from './package-sets.ts';

const SCRIPTS = [
  ['worker-startup.sh', 'Turns a machine into a worker: checks it, downloads the programs, starts the agent'],
  ['restic-restore.sh', 'Restores the artifacts of one tag from a restic repository'],
] as const;

/** `GET /api/scripts/worker-startup.sh` and `GET /api/scripts/restic-restore.sh`. They hold no secret and no address. */
export const workerScriptRoutes: ZodRoutes<{
  readonly authenticate: Authenticate;
  readonly scriptsFolder: string;
}> = (app, { authenticate, scriptsFolder }) => {
  for (const [name, summary] of SCRIPTS) {
    app.get(
      `/scripts/${name}`,
      { config: { doc: { summary, access: 'any', produces: 'text/x-shellscript' } } },
      async (request, reply) => {
        await requireAnyToken(authenticate, request);
        const text = await readScript(scriptsFolder, name);
        return reply
          .type('text/x-shellscript; charset=utf-8')
          .headers({
            'X-Checksum-Sha256': sha256Of(text),
            'Content-Disposition': `inline; filename="${name}"`,
          })
          .send(text);
      },
    );
  }
  return Promise.resolve();
};

/** Text of a script. Throws `not_found` where the scripts were not installed. */
export async function readScript(folder: string, name: (typeof SCRIPTS)[number][0]): Promise<string> {
  return readFile(join(folder, name), 'utf8').catch((cause: unknown) => {
    throw new ApiError('not_found', 'The scripts of the worker are not installed here.', {
      hint: 'WORKER_SCRIPTS_FOLDER says where they are.',
      cause,
    });
  });
}
