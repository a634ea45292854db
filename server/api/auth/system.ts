import type { TransactionOptions } from '#server/database/port.ts';
import type { AccountIdentity } from './identity.ts';

/** What the platform does for itself when somebody signs in or out: beside heartbeats, before the queue of reads. */
export const SYSTEM: TransactionOptions = { role: 'web_system', claims: null, lane: 'control' };

/** The platform on behalf of somebody: `auth.require_role` and `core.audit` in SQL know who it is and by which request. */
export function onBehalfOf({ claims }: AccountIdentity, requestId: string): TransactionOptions {
  return { ...SYSTEM, claims, settings: { 'request.id': requestId } };
}
