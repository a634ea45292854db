import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const SANE = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/;

/** The caller's `X-Request-Id` when it is short and plain, else a new one: it is logged, audited and sent back. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : randomUUID();
}
