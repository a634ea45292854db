import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_LIFE_DAYS } from './sessions.ts';

const NAME = 'ys_refresh';

/** The browser keeps the refresh token where no script reads it, and sends it to the auth endpoints of this site only. */
function attributes(isHttps: boolean) {
  return { httpOnly: true, sameSite: 'strict', path: '/api/auth', secure: isHttps } as const;
}

export function readRefreshCookie(request: FastifyRequest): string | null {
  const value = request.cookies[NAME];
  return value === undefined || value === '' || value.length > 200 ? null : value;
}

export function setRefreshCookie(reply: FastifyReply, refreshToken: string, isHttps: boolean): void {
  reply.setCookie(NAME, refreshToken, { ...attributes(isHttps), maxAge: SESSION_LIFE_DAYS * 86_400 });
}

export function clearRefreshCookie(reply: FastifyReply, isHttps: boolean): void {
  reply.clearCookie(NAME, attributes(isHttps));
}
