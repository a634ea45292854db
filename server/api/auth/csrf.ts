import type { FastifyRequest } from 'fastify';
import { ApiError } from '#contract/errors.ts';

/** Sent by clients that are no browser page, or whose browser says nothing about the origin; a foreign page cannot set it without CORS. */
const CUSTOM_HEADER = 'x-requested-with';

/**
 * Guards the endpoints that act by cookie. Throws `forbidden` unless the browser says that the request comes from a page
 * of this origin (or one on the list), or a header is there that a foreign page could not send.
 */
export function requireSameOrigin(request: FastifyRequest, trustedOrigins: readonly string[]): void {
  const { origin } = request.headers;
  if (origin !== undefined && trustedOrigins.includes(origin)) return;
  // A page cannot forge this one, and it stays right behind proxies that change Host or end TLS.
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return;
  if (site === undefined) {
    if (origin === undefined ? request.headers[CUSTOM_HEADER] !== undefined : hostOf(origin) === request.host)
      return;
  }
  throw new ApiError('forbidden', 'This request did not come from a page of this server.', {
    hint: 'Scripts send the header X-Requested-With.',
  });
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
