import { versionSchema } from '#contract/version.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';

/** What runs here. */
export interface ProgramVersion {
  /** Version of the package. */
  readonly version: string;
  readonly commit: string | null;
  /** Name of the last migration of the database. */
  readonly schema: string | null;
}

/** `GET /api/version`, without a token. */
export const versionRoute: ZodRoutes<ProgramVersion> = (app, { version, commit, schema }) => {
  app.get('/version', { schema: { response: { 200: versionSchema } } }, () => ({
    name: 'yardstick' as const,
    version,
    api: 'v4.0' as const,
    commit,
    schema,
  }));
  return Promise.resolve();
};
