import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { agentRequestSchema, agentResponseSchema } from '#contract/sizer/agent.ts';
import {
  gpuSkusSchema,
  sizerHealthSchema,
  sizerOrgQuerySchema,
  sizerStatusSchema,
} from '#contract/sizer/endpoints.ts';
import type { AnyErrorCode } from '#contract/errors.ts';
import { solveRequestSchema } from '#contract/sizer/solve-request.ts';
import { solveResponseSchema } from '#contract/sizer/solve-response.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import {
  readContext,
  refuseNotConfigured,
  requireCapability,
  requireEnabled,
  sizerOptions,
  type SizerAccess,
  type SizerCapability,
} from './sizer-access.ts';
import type { SizerUpstream } from './sizer-upstream.ts';

export interface SizerDeps {
  readonly db: Database;
  readonly authenticate: Authenticate;
  /** Null: not configured on this server. */
  readonly upstream: SizerUpstream | null;
}

/** Longest waits, ms. The agent's may include a language model. */
const WAITS = { health: 3_000, catalog: 5_000, solve: 15_000, agent: 60_000 };
/** Bytes of a body; a conversation brings its last answer along. */
const BODY_BYTES = { solve: 262_144, agent: 4_194_304 };

export const SIZER_AWAY: readonly AnyErrorCode[] = ['SIZER_NOT_CONFIGURED', 'SIZER_UPSTREAM_UNAVAILABLE'];
const OUTCOMES: readonly AnyErrorCode[] = [
  ...SIZER_AWAY,
  'MISSING_SIZING_SIGNAL',
  'TRAINING_REQUIRED',
  'NO_VIABLE_RECOMMENDATION',
  'INSUFFICIENT_SCOPE',
];

/** Only the workspace is read here: what is missing in a question has a code of its own, which the service gives. */
const questionSchema = z.looseObject({ org_id: z.guid().nullish() });

const SOLVE_EXAMPLE = {
  fit: { modality_code: 'llm' },
  solve_for: 'sizing_plan',
  features: {
    sizing_goal: 'meet_throughput',
    display_model: 'Llama-3.1-70B',
    precision: 'fp8',
    conc: 64,
    isl: 1024,
    osl: 512,
    target_tokens_per_sec: 2000,
  },
};

/** What any member may ask: `/api/sizer/{status,health,gpu-skus,solve,agent}`. */
export const sizerRoutes: ZodRoutes<SizerDeps> = (app, deps) => {
  // Before the body is read: nobody unknown makes this process hold megabytes.
  app.addHook('onRequest', async (request) => {
    await requireAccount(deps.authenticate, request);
  });

  app.get(
    '/sizer/status',
    {
      schema: { querystring: sizerOrgQuerySchema, response: { 200: sizerStatusSchema } },
      config: { doc: { summary: 'Whether the sizer is enabled for the workspace' } },
    },
    async (request) => {
      const { access } = await enter(deps, request, request.query.org_id ?? null, 'ask');
      const configured = deps.upstream !== null;
      return {
        enabled: configured && access.isEnabled,
        configured,
        workspace_enabled: access.isEnabled,
      };
    },
  );

  app.get(
    '/sizer/health',
    {
      schema: { querystring: sizerOrgQuerySchema, response: { 200: sizerHealthSchema } },
      config: {
        doc: { summary: 'Whether the sizing service answers now, and with which model', codes: SIZER_AWAY },
      },
    },
    (request) =>
      ask(deps, request, request.query.org_id ?? null, {
        method: 'GET',
        path: '/health',
        timeoutMs: WAITS.health,
        answer: sizerHealthSchema,
      }),
  );

  app.get(
    '/sizer/gpu-skus',
    {
      schema: { querystring: sizerOrgQuerySchema, response: { 200: gpuSkusSchema } },
      config: {
        doc: {
          summary: 'GPU models that inventory and hardware filters take',
          codes: SIZER_AWAY,
        },
      },
    },
    (request) =>
      ask(deps, request, request.query.org_id ?? null, {
        method: 'GET',
        path: '/gpu-skus',
        timeoutMs: WAITS.catalog,
        answer: gpuSkusSchema,
      }),
  );

  app.post(
    '/sizer/solve',
    {
      bodyLimit: BODY_BYTES.solve,
      schema: { response: { 200: solveResponseSchema } },
      // What comes from the service was parsed by the contract already.
      serializerCompiler: () => JSON.stringify,
      config: {
        doc: {
          summary: 'Sizes hardware for a model and a load',
          description:
            'Give `fit.modality_code` and at least one signal in `features`. `solve_for: "sizing_plan"` answers a plan, `"model_fit"` what the model needs to fit, `solve_for_many` single figures.',
          body: solveRequestSchema,
          example: SOLVE_EXAMPLE,
          codes: OUTCOMES,
        },
      },
    },
    (request) => {
      const question = questionSchema.parse(request.body ?? {});
      return ask(deps, request, question.org_id ?? null, {
        method: 'POST',
        path: '/solve',
        question,
        timeoutMs: WAITS.solve,
        answer: solveResponseSchema,
      });
    },
  );

  app.post(
    '/sizer/agent',
    {
      bodyLimit: BODY_BYTES.agent,
      schema: { body: agentRequestSchema, response: { 200: agentResponseSchema } },
      serializerCompiler: () => JSON.stringify,
      config: {
        doc: {
          summary: 'One turn of a conversation about hardware',
          description:
            'A first turn needs `message` only. Later turns pass `history`, and best also `form`, `previous_request` and `previous_response`. A failure is `status: "failed"` with `error_code`.',
          example: { message: 'Llama-3.1-70B in fp8, 64 concurrent, 1024 in, 512 out' },
          codes: [...SIZER_AWAY, 'INSUFFICIENT_SCOPE'],
        },
      },
    },
    (request) => {
      return ask(deps, request, request.body.org_id ?? null, {
        method: 'POST',
        path: '/agent',
        // With its org_id: the request of the answer is for the same workspace.
        question: request.body,
        timeoutMs: WAITS.agent,
        answer: agentResponseSchema,
      });
    },
  );
  return Promise.resolve();
};

/** The caller, the workspace, and that the caller may do this there. */
export async function enter(
  deps: SizerDeps,
  request: FastifyRequest,
  orgId: string | null,
  capability: SizerCapability,
): Promise<{ access: SizerAccess; options: TransactionOptions }> {
  const caller = await requireAccount(deps.authenticate, request);
  const options = sizerOptions(caller, request.id);
  return { access: await requireCapability(deps.db, options, orgId, capability), options };
}

interface Ask<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Sent with what the service needs to know about the workspace. */
  readonly question?: unknown;
  readonly timeoutMs: number;
  readonly answer: Answer;
}

async function ask<Answer extends z.ZodType>(
  deps: SizerDeps,
  request: FastifyRequest,
  orgId: string | null,
  { question, ...call }: Ask<Answer>,
): Promise<z.output<Answer>> {
  const { access, options } = await enter(deps, request, orgId, 'ask');
  const { upstream } = deps;
  if (upstream === null) return refuseNotConfigured();
  requireEnabled(access);
  const body =
    question === undefined
      ? {}
      : { body: { context: await readContext(deps.db, options, access.orgId), request: question } };
  return upstream.call({ ...call, ...body, orgId: access.orgId, requestId: request.id });
}
