import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import { toCsv, type CsvColumn } from '#lib/csv.ts';
import type { Database } from '#server/database/port.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';
import { sutRows, type SutRow } from './sut-rows.ts';

const COLUMNS: readonly CsvColumn<SutRow>[] = [
  { header: 'section', value: (row) => row.section },
  { header: 'name', value: (row) => row.name },
  { header: 'value', value: (row) => row.value },
  { header: 'unit', value: (row) => row.unit },
];

const paramsSchema = z.object({ jobId: z.coerce.number().pipe(z.int32()) });
type Found = Readonly<Record<string, unknown>>;

/** `GET /api/jobs/:jobId/sut.csv`: the system under test of a job, one fact a line, as the caller may see it. */
export const sutCsvRoute: ZodRoutes<{ readonly db: Database; readonly authenticate: Authenticate }> = (
  app,
  deps,
) => {
  app.get(
    '/jobs/:jobId/sut.csv',
    {
      schema: { params: paramsSchema },
      config: {
        doc: {
          summary: 'System under test of a job: server, config, GPUs, framework, launch command, versions',
          description:
            'Columns section, name, value, unit (RFC 4180). The launch command is as it was measured, with secrets masked.',
          produces: 'text/csv',
        },
      },
    },
    async (request, reply) => {
      const { claims } = await requireAccount(deps.authenticate, request);
      const { jobId } = request.params;
      const source = await deps.db.tx(
        { role: 'web_user', claims, readOnly: true, lane: 'read' },
        async (tx) => {
          const first = async (sql: string, params: (string | number | null)[]) =>
            (await tx.query<Found>(sql, params)).rows[0] ?? null;
          const job = await first('select * from api.v_run_jobs_with_params where job_id = $1::integer', [
            jobId,
          ]);
          if (job === null) return null;
          const attempt = await first(
            'select * from api.v_job_attempts where job_id = $1::integer order by attempt desc limit 1',
            [jobId],
          );
          const server = await first(
            `select * from api.v_server_current_status where org_id = $1::uuid and hostname = $2::text
           order by (config_code = $3::text) desc nulls last limit 1`,
            [text(job['org_id']), text(job['server_hostname']), text(job['config_code'])],
          );
          return { job, attempt, server };
        },
      );
      if (source === null) throw new ApiError('not_found', 'There is no such job, or you may not see it.');
      return reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="job-${jobId}-sut.csv"`)
        .send(toCsv(COLUMNS, sutRows(source)));
    },
  );
  return Promise.resolve();
};

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
