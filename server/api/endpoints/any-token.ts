import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Authenticate } from '../auth/authenticate.ts';

/**
 * Anybody with a token is welcome here, a machine that has only its registration token too: it fetches the programs that
 * it will register with. Throws `unauthenticated`.
 */
export async function requireAnyToken(authenticate: Authenticate, request: FastifyRequest): Promise<void> {
  try {
    await authenticate(request);
  } catch (error) {
    const isRegistration = request.identity?.kind === 'registration';
    if (!(isRegistration && error instanceof ApiError && error.code === 'forbidden')) throw error;
  }
}
