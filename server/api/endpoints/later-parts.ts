import { ApiError } from '#contract/errors.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';

/** Endpoints of the specification whose parts are not in this version, and the part each waits for. */
const LATER: readonly (readonly [method: 'GET' | 'POST', url: string, part: string, summary: string])[] = [
  ['POST', '/cloud/onboard', 'managed cloud execution', 'Onboards disposable workers of a provider'],
  ['POST', '/ai-eval', 'reports', 'Report text for a run, with AI assistance'],
  ['GET', '/benchmark-report/:runId', 'reports', 'HTML report of a run'],
  ['GET', '/run-report/:runId', 'reports', 'Spreadsheet of a run'],
  ['GET', '/project-report/:projectId', 'reports', 'HTML report of a project'],
  ['GET', '/project-run-report/:projectId', 'reports', 'Spreadsheet of a project'],
  ['GET', '/deterministic-benchmark-report/:runId', 'reports', 'Deterministic report of a run'],
  ['GET', '/deterministic-benchmark-report/:runId/pdf', 'reports', 'Deterministic report of a run as PDF'],
  [
    'GET',
    '/project-deterministic-benchmark-report/:projectId',
    'reports',
    'Deterministic report of a project',
  ],
  [
    'GET',
    '/project-deterministic-benchmark-report/:projectId/pdf',
    'reports',
    'Deterministic report of a project as PDF',
  ],
];

/** They answer `not_found` (the contract has no other code for it) and say what they wait for. A part takes its lines out when it comes. */
export const laterPartRoutes: ZodRoutes<{ readonly authenticate: Authenticate }> = (
  app,
  { authenticate },
) => {
  for (const [method, url, part, summary] of LATER) {
    app.route({
      method,
      url,
      config: {
        doc: {
          summary,
          description: `Not in this version: answers \`not_found\` until ${part} come with it.`,
        },
      },
      handler: async (request) => {
        await requireAccount(authenticate, request);
        throw new ApiError('not_found', 'This endpoint is not in this version.', {
          details: { part },
          hint: `It comes with ${part}.`,
        });
      },
    });
  }
  return Promise.resolve();
};
