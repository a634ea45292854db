import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';

/** When to refuse work rather than answer all of it late; 0 switches a limit off. */
export interface PressureLimits {
  /** Mean delay of the event loop over a second, in ms. */
  readonly maxEventLoopDelayMs: number;
  readonly maxRssBytes: number;
}

/** Answers 503 with Retry-After while the process is overloaded; health stays reachable so that the load can be seen. */
export async function shedLoad(app: FastifyInstance, limits: PressureLimits): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: limits.maxEventLoopDelayMs,
    maxRssBytes: limits.maxRssBytes,
    pressureHandler(request) {
      if (request.url.split('?')[0] === '/api/health') return;
      throw new ApiError('server_unavailable', 'The server is busy. Try again shortly.', {
        headers: { 'Retry-After': '5' },
      });
    },
  });
}
