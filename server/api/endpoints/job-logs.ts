import { Readable } from 'node:stream';
import { z } from 'zod';
import { ApiError } from '#contract/errors.ts';
import type { Database, TransactionOptions } from '#server/database/port.ts';
import { requireAccount, type Authenticate } from '../auth/authenticate.ts';
import type { ZodRoutes } from '../http/zod-provider.ts';

/** Chunks read at once. A chunk has at most 256 Ki characters, so a reader costs a few MB whatever the log's size. */
const CHUNKS_PER_READ = 16;

const paramsSchema = z.object({ jobId: z.coerce.number().pipe(z.int32()) });

/** `GET /api/jobs/:jobId/logs.txt`: every log of a job in order of attempt, stream and time, as the caller may see it. */
export const jobLogsRoute: ZodRoutes<{ readonly db: Database; readonly authenticate: Authenticate }> = (
  app,
  deps,
) => {
  app.get('/jobs/:jobId/logs.txt', { schema: { params: paramsSchema } }, async (request, reply) => {
    const { claims } = await requireAccount(deps.authenticate, request);
    const { jobId } = request.params;
    const options: TransactionOptions = { role: 'web_user', claims, readOnly: true, lane: 'report' };
    const { rows } = await deps.db.one(
      { ...options, lane: 'read' },
      'select from api.v_job_current_status where job_id = $1::integer',
      [jobId],
    );
    if (rows.length === 0) throw new ApiError('not_found', 'There is no such job, or you may not see it.');
    reply
      .type('text/plain; charset=utf-8')
      .header('Content-Disposition', `inline; filename="job-${jobId}-logs.txt"`);
    if (request.method === 'HEAD') return reply.send('');
    return reply.send(Readable.from(logText(deps.db, options, jobId), { objectMode: false }));
  });
  return Promise.resolve();
};

interface Chunk {
  attempt: number;
  stream: string;
  seq: number;
  content: string;
}

async function* logText(db: Database, options: TransactionOptions, jobId: number): AsyncGenerator<string> {
  let last: Chunk | null = null;
  for (;;) {
    const chunks: Chunk[] = await readAfter(db, options, jobId, last);
    for (const chunk of chunks) {
      if (chunk.attempt !== last?.attempt || chunk.stream !== last.stream) yield header(chunk, last);
      if (chunk.content !== '') yield chunk.content;
      last = chunk;
    }
    if (chunks.length < CHUNKS_PER_READ) break;
  }
  if (last === null) yield 'No log of this job has arrived yet.\n';
}

function header(chunk: Chunk, before: Chunk | null): string {
  const lineEnd = before === null || before.content === '' || before.content.endsWith('\n') ? '' : '\n';
  return `${lineEnd}${before === null ? '' : '\n'}==== attempt ${chunk.attempt}, ${chunk.stream} ====\n`;
}

/** By key, not by offset: page 1000 costs what page 1 does, and chunks that arrive meanwhile shift nothing. */
async function readAfter(
  db: Database,
  options: TransactionOptions,
  jobId: number,
  last: Chunk | null,
): Promise<Chunk[]> {
  const { rows } = await db.one<Chunk>(
    options,
    `select attempt, stream, seq, content from api.v_job_logs
     where job_id = $1::integer and (attempt, stream, seq) > ($2::integer, $3::text, $4::integer)
     order by attempt, stream, seq limit ${CHUNKS_PER_READ}`,
    [jobId, last?.attempt ?? -1, last?.stream ?? '', last?.seq ?? -1],
  );
  return rows;
}
