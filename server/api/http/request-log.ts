import type { FastifyInstance, FastifyRequest } from 'fastify';

/** One line per request: what it was, who sent it, how it ended. Never a query, a body, a cookie or a token. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...callerOf(request),
    };
    if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info(
      { method: request.method, path: pathOf(request), ...callerOf(request) },
      'request given up by the caller',
    );
    done();
  });
}

/** Filters may hold what people look for, so the query stays out. */
function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?')[0]?.slice(0, 500) ?? '';
}

function callerOf(request: FastifyRequest): Record<string, string | number> {
  const { identity } = request;
  const jobId = /\/jobs\/(\d{1,10})(?:\/|$)/.exec(pathOf(request))?.[1];
  return {
    ...(identity?.kind === 'account' ? { account_id: identity.accountId } : {}),
    ...(identity?.kind === 'worker' ? { worker_id: identity.workerId } : {}),
    ...(jobId === undefined ? {} : { job_id: Number(jobId) }),
  };
}
