import type { FastifyRequest } from 'fastify';
import type { Identity } from '../auth/identity.ts';

/** What a class of requests may do in a minute that starts with its first request. */
export interface LimitRule {
  /** Requests of a minute. */
  readonly perMinute: number;
  /** In the `burstS` seconds after `perMinute` was passed, up to this many, less what the minute before used. */
  readonly burstPerMinute: number;
  readonly burstS: number;
  /** Requests a process lets through before it tells the database; 1 asks for each. */
  readonly batch: number;
}

/**
 * Source: control-plane API, "Limits": RPCs 60 a minute with a burst to 120 for 30 s, reads 600, "higher for paginated
 * reads" (here 1,200). Workers have classes of their own: their protocol needs about 30 requests a minute, and an upload
 * must never hold up the heartbeat that keeps a lease.
 */
export const LIMIT_RULES = {
  rpc: { perMinute: 60, burstPerMinute: 120, burstS: 30, batch: 1 },
  read: { perMinute: 600, burstPerMinute: 600, burstS: 0, batch: 20 },
  page: { perMinute: 1_200, burstPerMinute: 1_200, burstS: 0, batch: 20 },
  worker_control: { perMinute: 600, burstPerMinute: 1_200, burstS: 30, batch: 20 },
  worker_upload: { perMinute: 1_200, burstPerMinute: 2_400, burstS: 30, batch: 20 },
} as const satisfies Record<string, LimitRule>;
export type LimitClass = keyof typeof LIMIT_RULES;

/** How a message names what there was too much of. */
export const LIMIT_NAMES: Readonly<Record<LimitClass, string>> = {
  rpc: 'procedure calls',
  read: 'reads',
  page: 'paginated reads',
  worker_control: 'worker calls',
  worker_upload: 'worker uploads',
};

const UPLOADS = /^rpc\/worker_(?:append|put)_/;

/** By the path as the router decoded it: no spelling of an address changes its class. */
export function limitClassOf(request: FastifyRequest, identity: Identity): LimitClass {
  const wildcard = (request.params as Readonly<Record<string, unknown>> | undefined)?.['*'];
  const path = typeof wildcard === 'string' ? wildcard : '';
  if (identity.kind !== 'account') return UPLOADS.test(path) ? 'worker_upload' : 'worker_control';
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  if (!isRead || path.startsWith('rpc/')) return 'rpc';
  return isPaginated(request) ? 'page' : 'read';
}

function isPaginated(request: FastifyRequest): boolean {
  if (request.headers.range !== undefined) return true;
  const query = request.raw.url?.split('?')[1];
  return query !== undefined && /(?:^|&)offset=/.test(query);
}

/** What requests are counted by: one credential, however many tokens a browser session went through. */
export function limitSubjectOf(identity: Identity): string {
  switch (identity.kind) {
    case 'worker':
      return `worker ${identity.workerId}`;
    case 'registration':
      return `registration ${identity.registrationTokenId}`;
    case 'account':
      if (identity.apiKeyId !== null) return `key ${identity.apiKeyId}`;
      if (identity.clientId !== null) return `client ${identity.clientId}`;
      if (identity.tokenId !== null) return `token ${identity.tokenId}`;
      return `session ${identity.sessionId ?? identity.accountId}`;
  }
}
