import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import {
  sizerExportJobSchema,
  sizerExportJobsQuerySchema,
  sizerExportJobsSchema,
  sizerExportRequestSchema,
  sizerTrainRequestSchema,
} from '#contract/sizer/endpoints.ts';
import { serviceTrainAnswerSchema, trainingPointSchema } from '#contract/sizer/service.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { readContext, refuseNotConfigured, requireEnabled } from './sizer-access.ts';
import { enter, type SizerDeps } from './sizer-routes.ts';
import type { SizerUpstream } from './sizer-upstream.ts';
import { call } from './settings-routes.ts';

/** Longest wait for a training. */
const TRAIN_WAIT_MS = 300_000;
/** How long closing waits for trainings under way. */
const CLOSE_WAIT_MS = 2_000;
const startedSchema = z.object({ is_new: z.boolean(), job: sizerExportJobSchema });

export interface TrainingDeps extends SizerDeps {
  readonly onError: (error: unknown, requestId: string) => void;
}

/** How results measured here reach the sizer: `/api/sizer/{export,export-jobs,train}`. */
export const sizerTrainingRoutes: ZodRoutes<TrainingDeps> = (app, deps) => {
  const running = new Set<Promise<void>>();
  // Trainings that are nearly done say how they ended before the database closes; the others count as lost.
  app.addHook('preClose', async () => {
    const patience = new Promise((resolve) => setTimeout(resolve, CLOSE_WAIT_MS).unref());
    await Promise.race([Promise.allSettled(running), patience]);
  });

  app.post(
    '/sizer/export',
    {
      schema: { body: sizerExportRequestSchema, response: { 202: sizerExportJobSchema } },
      config: {
        doc: {
          summary: 'Makes results training points of the workspace’s sizer, or takes them back',
          description:
            'Completed, valid results measured on this platform count; imported ones when `include_imported` says so; simulated ones never. `refused` says which did not count and why. The next training uses what is exported then. Needs the role engineer.',
          example: { job_ids: [1] },
          codes: ['SIZER_NOT_CONFIGURED', 'INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request, reply) => {
      const {
        org_id: orgId,
        action,
        job_ids: jobIds,
        project_run_id: runId,
        include_imported,
      } = request.body;
      const { access, options } = await enter(deps, request, orgId ?? null, 'export');
      if (deps.upstream === null) return refuseNotConfigured();
      requireEnabled(access);
      const job = await call(
        deps,
        options,
        'core.sizer_export($1::uuid, $2::text, $3::integer[], $4::integer, $5::boolean)',
        [
          access.orgId,
          action,
          jobIds === undefined ? null : `{${jobIds.join(',')}}`,
          runId ?? null,
          include_imported,
        ],
      );
      return reply.code(202).send(sizerExportJobSchema.parse(job));
    },
  );

  app.get(
    '/sizer/export-jobs',
    {
      schema: { querystring: sizerExportJobsQuerySchema, response: { 200: sizerExportJobsSchema } },
      config: { doc: { summary: 'Exports, withdrawals and trainings of a workspace, newest first' } },
    },
    async (request) => {
      const { org_id: orgId, limit } = request.query;
      const { access, options } = await enter(deps, request, orgId ?? null, 'ask');
      await call(deps, options, 'core.sizer_end_lost_trainings()', []);
      const found = await call(deps, options, 'core.sizer_list_exports($1::uuid, $2::integer)', [
        access.orgId,
        limit,
      ]);
      return sizerExportJobsSchema.parse({ export_jobs: found });
    },
  );

  app.post(
    '/sizer/train',
    {
      schema: { body: sizerTrainRequestSchema, response: { 202: sizerExportJobSchema } },
      config: {
        doc: {
          summary: 'Trains the workspace’s sizer with all of its training points',
          description:
            'Answers the job at once; `GET /sizer/export-jobs` says how it ends. A training under way is answered instead of a second one. Needs the role admin.',
          example: {},
          codes: ['SIZER_NOT_CONFIGURED', 'INSUFFICIENT_SCOPE'],
        },
      },
    },
    async (request, reply) => {
      const { access, options } = await enter(deps, request, request.body.org_id ?? null, 'train');
      const { upstream } = deps;
      if (upstream === null) return refuseNotConfigured();
      requireEnabled(access);
      const started = startedSchema.parse(
        await call(deps, options, 'core.sizer_start_training($1::uuid)', [access.orgId]),
      );
      if (started.is_new) {
        const { export_job_id: jobId } = started.job;
        const training: Promise<void> = train(
          { db: deps.db, upstream, options },
          access.orgId,
          jobId,
          request.id,
        )
          .catch((error: unknown) => deps.onError(error, request.id))
          .finally(() => running.delete(training));
        running.add(training);
      }
      return reply.code(202).send(started.job);
    },
  );
  return Promise.resolve();
};

interface Parts {
  readonly db: Database;
  readonly upstream: SizerUpstream;
  readonly options: TransactionOptions;
}

/** Sends all points of the workspace to the service, and writes down how that ended. */
async function train(parts: Parts, orgId: string, jobId: string, requestId: string): Promise<void> {
  const { db, upstream, options } = parts;
  try {
    const { rows } = await db.one<{ points: unknown }>(
      options,
      'select core.sizer_begin_training($1::uuid) as points',
      [jobId],
    );
    const points = z.array(trainingPointSchema).parse(rows[0]?.points);
    const answer = await upstream.call({
      method: 'POST',
      path: '/train',
      body: { context: await readContext(db, options, orgId), points },
      orgId,
      requestId,
      timeoutMs: TRAIN_WAIT_MS,
      answer: serviceTrainAnswerSchema,
    });
    const skipped = answer.skipped.map(({ point_id: pointId, reason }) => ({
      job_id: points.find((point) => point.point_id === pointId)?.job_id ?? null,
      reason,
    }));
    await end(parts, jobId, { accepted: answer.added, skipped, version: answer.model_version, error: null });
  } catch (error) {
    const message = error instanceof ApiError ? error.message : 'Unexpected error';
    await end(parts, jobId, { accepted: 0, skipped: [], version: null, error: message });
    throw error;
  }
}

async function end(
  { db, options }: Parts,
  jobId: string,
  ended: { accepted: number; skipped: readonly object[]; version: string | null; error: string | null },
): Promise<void> {
  await db.one(
    options,
    'select core.sizer_end_training($1::uuid, $2::integer, $3::jsonb, $4::text, $5::text)',
    [jobId, ended.accepted, JSON.stringify(ended.skipped), ended.version, ended.error],
  );
}
